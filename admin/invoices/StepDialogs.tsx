import { AutoComplete, Input, Radio } from 'antd'
import { useState } from 'react'
import {
  adminInvoiceCalls,
  confirmNumberRule,
  courierRule,
  couriers,
  expireStates,
  trackingRule,
} from '#contract/invoicing/admin-invoice.ts'
import { confirmStates } from '#contract/invoicing/invoice-state.ts'
import { Field } from '#ui/form/Field.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import layout from '#ui/theme/layout.module.css'
import { type InvoiceOne, targetOf } from './invoice.ts'
import { type DialogShared, PlainDialog, useInvoiceAct } from './PlainDialog.tsx'

export interface StepDialogProps extends DialogShared {
  one: InvoiceOne
}

/** Courier and tracking number of the shipment. */
export function ShipDialog({ one, ...shared }: StepDialogProps) {
  const [courier, setCourier] = useState<string>(couriers[0])
  const [trackingNumber, setTrackingNumber] = useState('')
  const [isTried, setTried] = useState(false)
  const ship = useInvoiceAct(adminInvoiceCalls.ship, shared)
  const wrong = { courier: ruleMessage(courierRule, courier), number: ruleMessage(trackingRule, trackingNumber) }
  const submit = () => {
    setTried(true)
    if (wrong.courier === null && wrong.number === null) ship.mutate({ ...targetOf(one), courier, trackingNumber })
  }
  return (
    <PlainDialog {...shared} act={ship} onSubmit={submit}>
      {one.address ? (
        <p className={layout.lead}>
          {one.address.recipient} {one.address.phone}
          <br />
          {one.address.text}
        </p>
      ) : null}
      <Field label="快递公司" id="courier" error={isTried ? wrong.courier : null}>
        {({ status, ...control }) => (
          <AutoComplete
            {...control}
            status={status}
            style={{ width: '100%' }}
            value={courier}
            options={couriers.map(value => ({ value }))}
            onChange={setCourier}
          />
        )}
      </Field>
      <Field label="运单号" error={isTried ? wrong.number : null}>
        {control => <Input {...control} autoFocus value={trackingNumber} onChange={event => setTrackingNumber(event.target.value)} />}
      </Field>
    </PlainDialog>
  )
}

/** The number of the confirmation at the tax bureau, and who entered it. */
export function ConfirmationDialog({ one, ...shared }: StepDialogProps) {
  const [confirmNumber, setConfirmNumber] = useState('')
  const [confirmState, setConfirmState] = useState<'02' | '03'>('02')
  const [isTried, setTried] = useState(false)
  const start = useInvoiceAct(adminInvoiceCalls.startReversal, shared)
  const wrong = ruleMessage(confirmNumberRule, confirmNumber)
  const submit = () => {
    setTried(true)
    if (wrong === null) start.mutate({ ...targetOf(one), confirmNumber, confirmState })
  }
  return (
    <PlainDialog {...shared} act={start} onSubmit={submit}>
      <Field label="红字信息确认单编号" error={isTried ? wrong : null}>
        {control => <Input {...control} autoFocus value={confirmNumber} onChange={event => setConfirmNumber(event.target.value)} />}
      </Field>
      <Field label="确认单状态" isGroup hint="购买方没有确认用途也没有入账的发票，税局显示“01 无需确认”，可以直接登记红票。">
        {() => (
          <Radio.Group
            value={confirmState}
            onChange={event => setConfirmState(event.target.value)}
            options={(['02', '03'] as const).map(value => ({ value, label: `${value} ${confirmStates[value]}` }))}
          />
        )}
      </Field>
    </PlainDialog>
  )
}

type ExpireState = '05' | '06' | '07' | '08' | '09' | '10'

/** The outcome of the confirmation at the tax bureau. */
export function ExpireDialog({ one, ...shared }: StepDialogProps) {
  const [confirmState, setConfirmState] = useState<ExpireState>('05')
  const lapse = useInvoiceAct(adminInvoiceCalls.expireReversal, shared)
  return (
    <PlainDialog {...shared} act={lapse} onSubmit={() => lapse.mutate({ ...targetOf(one), confirmState })}>
      <Field label="确认单状态" isGroup>
        {() => (
          <Radio.Group
            vertical
            value={confirmState}
            onChange={event => setConfirmState(event.target.value)}
            options={expireStates.map(value => ({ value, label: `${value} ${confirmStates[value]}` }))}
          />
        )}
      </Field>
    </PlainDialog>
  )
}
