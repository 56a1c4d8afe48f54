import { App, Input, Radio } from 'antd'
import { useState } from 'react'
import style from '#admin/ui/Tables.module.css'
import { adminDomainCalls, type DomainRuleKind, domainsAtOnce } from '#contract/links/admin-domain.ts'
import { useAct } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { optionsOf } from '#ui/form/options.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { limits } from '#values/limits.ts'
import { domainRuleKindTags } from '../ui/labels/links.ts'
import { linkAnswers, readDomains } from './domain.ts'
import { RuleEffect } from './RuleEffect.tsx'

interface RuleDialogProps {
  /** Initial content of the list of domains. */
  first?: string
  /** Fixed where the act was chosen before. */
  kind?: DomainRuleKind
  onDone?: () => void
  onClose: () => void
}

/** 加入名单: one domain or many by paste; shows before how many links are affected. */
export function RuleDialog({ first = '', kind: fixed, onDone, onClose }: RuleDialogProps) {
  const { message } = App.useApp()
  const [text, setText] = useState(first)
  const [chosen, setKind] = useState<DomainRuleKind>('blocked')
  const [remark, setRemark] = useState('')
  const kind = fixed ?? chosen
  const { domains, problems } = readDomains(text)
  const isTooMany = domains.length > domainsAtOnce
  const act = useAct(adminDomainCalls.add, {
    invalidates: linkAnswers,
    onDone: ({ ruleCount, linkCount }) => {
      const effect = kind === 'blocked' ? `封禁 ${thousands(linkCount)} 条短链接` : `通过 ${thousands(linkCount)} 条短链接`
      void message.success(`已加入 ${ruleCount} 个域名，${effect}`)
      onDone?.()
      onClose()
    },
  })
  const name = domainRuleKindTags[kind].name
  return (
    <Dialog
      open
      width={600}
      title={fixed ? (fixed === 'blocked' ? '封禁目标域名' : '信任目标域名') : '加入域名名单'}
      okText={
        domains.length > 1 ? `${kind === 'blocked' ? '封禁' : '信任'} ${domains.length} 个域名` : kind === 'blocked' ? '封禁' : '信任'
      }
      cancelText="返回"
      okButtonProps={{ danger: kind === 'blocked', disabled: domains.length === 0 || problems.length > 0 || isTooMany }}
      confirmLoading={act.isPending}
      onOk={() => act.mutate({ domains, kind, remark: remark.trim() })}
      onCancel={onClose}
    >
      {fixed ? null : (
        <Field label="名单" isGroup>
          {() => <Radio.Group value={kind} onChange={event => setKind(event.target.value)} options={optionsOf(domainRuleKindTags)} />}
        </Field>
      )}
      <Field
        label="域名"
        hint="每行一个，可直接粘贴网址；对它和它的全部下级域名生效"
        count={{ length: domains.length, most: domainsAtOnce }}
        error={problems[0] ? `“${problems[0].text}”${problems[0].reason}` : isTooMany ? `一次最多${domainsAtOnce}个域名` : null}
      >
        {control => (
          <Input.TextArea {...control} autoFocus rows={first ? 2 : 4} value={text} onChange={event => setText(event.target.value)} />
        )}
      </Field>
      <Field
        label="备注"
        isOptional
        hint="写明依据，只有运营人员看得到"
        count={{ length: remark.trim().length, most: limits.remarkCharacters }}
      >
        {control => <Input.TextArea {...control} rows={2} value={remark} onChange={event => setRemark(event.target.value)} />}
      </Field>
      <div className={style.consequence}>
        {kind === 'blocked'
          ? '已有的短链接立即停用，客户不能再创建；移出名单后，由它停用的短链接恢复原状，单独封禁的不恢复。'
          : `全部客户指向${name}域名的短链接不再审核。`}
      </div>
      {problems.length === 0 && !isTooMany ? <RuleEffect domains={domains} kind={kind} /> : null}
      <FormRefusal error={act.error} />
    </Dialog>
  )
}
