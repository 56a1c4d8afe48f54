import { Input, Select } from 'antd'
import { useState } from 'react'
import { invoiceCalls } from '#contract/invoicing/invoice.ts'
import { type InvoiceKindName, invoiceKinds, type ReversalReason } from '#contract/invoicing/invoice-state.ts'
import { invoiceTitleCalls } from '#contract/invoicing/invoice-title.ts'
import { useCall } from '#ui/call.ts'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { reversalReasonNames } from '#ui/labels/invoicing.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { keysOf } from '#values/keys.ts'
import { formatYuan } from '#values/money.ts'
import { ConfirmSteps } from './ConfirmClock.tsx'
import style from './Invoice.module.css'
import { type Invoice, invoiceAnswers } from './invoice.ts'

const hints: Record<ReversalReason, string> = {
  '01': '抬头、税号、票种或内容开错',
  '02': '套餐退款等，已开票的消费退回',
  '03': '服务没有提供或中途停止',
  '04': '开票后给了折让',
}

/** 申请红冲/换开: the reason, whether and to whom a new invoice is issued, and the buyer's task within 72 hours. */
export function ReversalDialog({ row, onClose }: { row: Invoice; onClose: () => void }) {
  const titles = useCall(invoiceTitleCalls.list, {})
  const [reason, setReason] = useState<ReversalReason>('01')
  const [note, setNote] = useState('')
  const [titleId, setTitleId] = useState<string | null>(null)
  const [kind, setKind] = useState<InvoiceKindName>(row.kind)
  const [isTried, setTried] = useState(false)
  const act = useDialogAct(invoiceCalls.requestReversal, { invalidates: invoiceAnswers, done: '红冲申请已提交', onClose })
  const error = ruleMessage(invoiceCalls.requestReversal.input.shape.note, note)
  const ask = () => {
    setTried(true)
    if (error !== null) return document.getElementById('reversal-note')?.focus()
    act.mutate({ requestId: row.requestId, reason, note, replace: titleId ? { titleId, kind } : null })
  }
  return (
    <Dialog open title="申请红冲/换开" okText="提交申请" cancelText="返回" confirmLoading={act.isPending} onOk={ask} onCancel={onClose}>
      <p className={style.note}>
        发票 {row.invoiceNumber}（{row.titleName}，{formatYuan(row.grossHao)}）将由红字发票冲销，金额退回可开票金额。
      </p>
      <Field label="红冲原因" isGroup>
        {() => (
          <div className={style.choices}>
            {keysOf(reversalReasonNames).map(one => (
              <label key={one} className={style.choice}>
                <input type="radio" name="reason" value={one} checked={one === reason} onChange={() => setReason(one)} />
                {reversalReasonNames[one]}
                <span>{hints[one]}</span>
              </label>
            ))}
          </div>
        )}
      </Field>
      <Field label="说明" id="reversal-note" error={isTried ? error : null}>
        {({ status, ...control }) => (
          <Input.TextArea {...control} status={status} rows={2} value={note} onChange={event => setNote(event.target.value)} />
        )}
      </Field>
      <Field label="红冲后换开给" hint="不选则只红冲，以后可以另行申请。" isOptional>
        {({ status, ...control }) => (
          <Select
            {...control}
            status={status}
            allowClear
            placeholder="只红冲，不换开"
            style={{ width: '100%' }}
            value={titleId}
            onChange={value => setTitleId(value ?? null)}
            options={(titles.data?.rows ?? []).map(title => ({ value: title.titleId, label: title.name }))}
          />
        )}
      </Field>
      {titleId ? (
        <Field label="换开的票种">
          {({ status, ...control }) => (
            <Select
              {...control}
              status={status}
              style={{ width: '100%' }}
              value={kind}
              onChange={setKind}
              options={keysOf(invoiceKinds).map(value => ({ value, label: invoiceKinds[value].name }))}
            />
          )}
        </Field>
      ) : null}
      <section className={style.clock} aria-label="需要您配合">
        <p>
          如果这张发票已经确认用途或入账，我们发起红字信息确认单后，需要您在 72
          小时内到电子税务局确认，逾期失效；没有用过的发票直接红冲，无需确认。
        </p>
        <ConfirmSteps />
      </section>
      <FormRefusal error={act.error} />
    </Dialog>
  )
}
