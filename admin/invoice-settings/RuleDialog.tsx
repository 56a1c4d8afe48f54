import { Input, Radio } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import style from '#admin/invoices/Invoices.module.css'
import { PlainDialog } from '#admin/invoices/PlainDialog.tsx'
import { adminInvoiceSettingCalls, taxRuleContent } from '#contract/invoicing/admin-invoice-setting.ts'
import { terms } from '#contract/terms.ts'
import { useCall } from '#ui/call.ts'
import { Money } from '#ui/display/Money.tsx'
import { Table } from '#ui/display/Table.tsx'
import { DayInput } from '#ui/form/DayInput.tsx'
import { Field } from '#ui/form/Field.tsx'
import { optionsOf } from '#ui/form/options.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import layout from '#ui/theme/layout.module.css'
import { chinaDay } from '#values/china-time.ts'
import { productNames, type Settings, settingAnswers } from './setting.ts'

type Draft = Required<z.input<typeof rules>>
const rules = z.object(taxRuleContent)
const dayMs = 86_400_000

/** A tax rate from a day on, with the affected customers. */
export function RuleDialog({ rules: known, onClose }: { rules: Settings['rules']; onClose: () => void }) {
  const draftFor = (product: 'sms' | 'link'): Draft => {
    const current = known.find(rule => rule.product === product && rule.state === 'current')
    return {
      product,
      startsOn: chinaDay(Date.now() + dayMs),
      rate: '',
      categoryName: current?.categoryName ?? '',
      itemName: current?.itemName ?? '',
      categoryCode: current?.categoryCode ?? '',
      source: '',
    }
  }
  const [draft, setDraft] = useState(() => draftFor('sms'))
  const [isTried, setTried] = useState(false)
  const add = useDialogAct(adminInvoiceSettingCalls.addRule, { invalidates: settingAnswers, done: '已新增税率', onClose })
  const issues = rules.safeParse(draft).error?.issues ?? []
  const errorOf = (name: string) =>
    add.error?.fields[name] ?? (isTried ? issues.find(issue => issue.path[0] === name)?.message : undefined) ?? null
  const submit = () => {
    setTried(true)
    if (issues.length === 0) add.mutate(draft)
  }
  const change = (next: Partial<Draft>) => {
    setDraft(before => ({ ...before, ...next }))
    if (add.error) add.reset()
  }
  const text = (name: 'rate' | 'categoryName' | 'itemName' | 'categoryCode' | 'source', label: string, hint: string, suffix?: string) => (
    <Field label={label} hint={hint} error={errorOf(name)} isOptional={name === 'categoryCode'}>
      {control => <Input {...control} suffix={suffix} value={draft[name]} onChange={event => change({ [name]: event.target.value })} />}
    </Field>
  )
  return (
    <PlainDialog
      words={{ name: '新增税率', text: '从生效日期零点起发生的消费按新税率开票，之前的消费仍按当天的税率。' }}
      act={add}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="产品" isGroup>
        {() => (
          <Radio.Group value={draft.product} options={optionsOf(productNames)} onChange={event => setDraft(draftFor(event.target.value))} />
        )}
      </Field>
      <Effect product={draft.product} />
      {text('rate', '税率', '例如 9、6 或 5.5', '%')}
      <Field label="生效日期" error={errorOf('startsOn')} hint="最早为明天">
        {control => (
          <DayInput
            control={control}
            least={chinaDay(Date.now() + dayMs)}
            value={draft.startsOn}
            onChange={startsOn => change({ startsOn })}
          />
        )}
      </Field>
      {text('categoryName', '税收分类简称', '印在发票上两个星号之间')}
      {text('itemName', '项目名称', '印在发票上分类之后')}
      {text('categoryCode', '税收分类编码', '19位数字，以税局为准')}
      {text('source', '依据', '公告或通知的名称和文号，记入操作记录')}
    </PlainDialog>
  )
}

/** The customers affected by the change. */
function Effect({ product }: { product: Draft['product'] }) {
  const { data } = useCall(adminInvoiceSettingCalls.effect, { product })
  if (!data) return <p className={layout.lead}>正在统计影响的客户…</p>
  return (
    <div className={style.paper}>
      <p className={style.words} style={{ marginTop: 0 }}>
        近30天有 <strong>{data.accountCount}</strong> 个客户消费{' '}
        <strong>
          <Money hao={data.spentHao} />
        </strong>
        ，生效后按新税率开票。
      </p>
      <p className={style.words}>
        现税率下还有 <strong>{data.openAccountCount}</strong> 个客户共{' '}
        <strong>
          <Money hao={data.openHao} />
        </strong>{' '}
        未开票、
        <strong>{data.requestCount}</strong> 个申请未开具，仍按现税率。
      </p>
      {data.accounts.length > 0 ? (
        <div className={`${layout.above12} ${layout.scroll} ${style.lines}`}>
          <Table
            rows={data.accounts.slice(0, 5)}
            rowKey={account => account.accountId}
            columns={[
              { title: '客户', render: account => account.name },
              { title: `近30天${terms.spent}`, isNumber: true, render: account => <Money hao={account.spentHao} /> },
              { title: '现税率未开票', isNumber: true, render: account => <Money hao={account.openHao} /> },
            ]}
          />
        </div>
      ) : null}
    </div>
  )
}
