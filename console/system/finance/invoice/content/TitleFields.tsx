import { Checkbox, Input, Radio } from 'antd'
import { isOldTaxNumber, type TitleField } from '#contract/invoicing/invoice-title-rule.ts'
import { Field } from '#ui/form/Field.tsx'
import { optionsOf } from '#ui/form/options.ts'
import { titleKindTexts } from '#ui/labels/invoicing.ts'
import { gbkBytes } from '#values/gbk.ts'
import { limits } from '#values/limits.ts'
import { ProofField } from './ProofField.tsx'
import style from './Title.module.css'
import type { TitleDraft, TitleList } from './title.ts'

interface TitleFieldsProps {
  draft: TitleDraft
  attested: TitleList['attested']
  problems: Partial<Record<TitleField, string>>
  onChange: (change: Partial<TitleDraft>) => void
}

const kindOptions = optionsOf(titleKindTexts)
const bytesOf = (...texts: string[]) => ({
  length: texts.reduce((sum, text) => sum + gbkBytes(text.trim()), 0),
  most: limits.invoiceFieldBytes,
})

/** Fields of a title; the required ones depend on its kind and on the kind of invoices. */
export function TitleFields({ draft, attested, problems, onChange }: TitleFieldsProps) {
  const { kind, name, taxNumber, wantsSpecial } = draft
  const isPerson = kind === 'person'
  // Another company's name has another number.
  const creditCode = attested && attested.name === name.trim() ? attested.creditCode : null
  const old = isOldTaxNumber(taxNumber.trim().toUpperCase())
  return (
    <>
      <Field label="抬头类型" isGroup hint={titleKindTexts[kind].note}>
        {() => <Radio.Group value={kind} options={kindOptions} onChange={event => onChange({ kind: event.target.value })} />}
      </Field>
      <Field
        label="抬头名称"
        id="title-name"
        error={problems.name}
        hint="与营业执照或证件上的名称一致，汉字算2个字节"
        count={bytesOf(name)}
      >
        {control => <Input {...control} autoFocus value={name} onChange={event => onChange({ name: event.target.value })} />}
      </Field>
      {attested && attested.name !== name.trim() ? (
        <Attested label="认证名称" value={attested.name} onFill={() => onChange({ name: attested.name })} />
      ) : null}
      {isPerson ? null : (
        <>
          <Field
            label={kind === 'company' ? '统一社会信用代码 / 纳税人识别号' : '纳税人识别号'}
            id="title-taxNumber"
            isOptional={kind === 'organization' && !wantsSpecial}
            error={problems.taxNumber}
            hint={old ? '不是18位的统一社会信用代码，请确认税务登记号无误' : '18位代码会核对校验位'}
          >
            {control => (
              <Input
                {...control}
                autoComplete="off"
                spellCheck={false}
                maxLength={40}
                value={taxNumber}
                onChange={event => onChange({ taxNumber: event.target.value })}
              />
            )}
          </Field>
          {creditCode && creditCode !== taxNumber.trim().toUpperCase() ? (
            <Attested label="认证的信用代码" value={creditCode} onFill={() => onChange({ taxNumber: creditCode })} />
          ) : null}
          <div className={style.special}>
            <Checkbox checked={wantsSpecial} onChange={event => onChange({ wantsSpecial: event.target.checked })}>
              用于开具数电专票
            </Checkbox>
            <p>专票须由平台审核资质，抬头须与认证的企业名称一致，一般在2个工作日内完成；普票不用等待，保存后即可使用。</p>
          </div>
          <BankFields draft={draft} problems={problems} onChange={onChange} />
          {wantsSpecial ? <ProofField proof={draft.proof} onChange={proof => onChange({ proof })} /> : null}
        </>
      )}
      <Checkbox checked={draft.isDefault} onChange={event => onChange({ isDefault: event.target.checked })}>
        设为默认抬头
      </Checkbox>
    </>
  )
}

/** What the attestation says, to be filled in by a press. */
const Attested = ({ label, value, onFill }: { label: string; value: string; onFill: () => void }) => (
  <p className={style.attested}>
    {label}：
    <button type="button" className={style.fill} onClick={onFill}>
      {value}
    </button>
  </p>
)

function BankFields({ draft, problems, onChange }: Omit<TitleFieldsProps, 'attested'>) {
  const { phone, bankAccount, wantsSpecial } = draft
  const field = (name: 'address' | 'phone' | 'bankName' | 'bankAccount', label: string, hint: string, pair?: string) => (
    <Field
      label={label}
      id={`title-${name}`}
      isOptional={!wantsSpecial}
      error={problems[name]}
      hint={hint}
      {...(pair === undefined ? {} : { count: bytesOf(draft[name], pair) })}
    >
      {control => (
        <Input {...control} autoComplete="off" value={draft[name]} onChange={event => onChange({ [name]: event.target.value })} />
      )}
    </Field>
  )
  return (
    <div className={style.pairs}>
      {field('address', '注册地址', '与电话合计不超过100个字节', phone)}
      {field('phone', '注册电话', '数字、括号和短横线')}
      {field('bankName', '开户银行', '写明支行，与账号合计不超过100个字节', bankAccount)}
      {field('bankAccount', '银行账号', '8至30位数字，空格会自动去掉')}
    </div>
  )
}
