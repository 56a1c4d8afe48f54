import { App, Button, Form, Select } from 'antd'
import { useState } from 'react'
import { type OnlinePaymentMethod, onlinePaymentMethodNames } from '#contract/payments/recharge.ts'
import { reconciliationCalls } from '#contract/payments/reconciliation.ts'
import { useAct } from '#ui/call.ts'
import { FormDayInput } from '#ui/form/FormDayInput.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { optionsOf } from '#ui/form/options.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'

/** Reconciles a day at once, or again. */
export function CompareButton({ lastDay }: { lastDay: string }) {
  const { message } = App.useApp()
  const [isOpen, setOpen] = useState(false)
  const [paymentMethod, setPaymentMethod] = useState<OnlinePaymentMethod>('alipay')
  const [day, setDay] = useState(lastDay)
  const compare = useAct(reconciliationCalls.compare, {
    invalidates: [reconciliationCalls.days, reconciliationCalls.overview],
    onDone: () => {
      void message.success('已开始核对，结果稍后显示在列表中')
      setOpen(false)
    },
  })
  return (
    <>
      <Button onClick={() => setOpen(true)}>核对某一天</Button>
      <Dialog
        open={isOpen}
        title="核对某一天"
        okText="开始核对"
        cancelText="返回"
        confirmLoading={compare.isPending}
        okButtonProps={{ disabled: day === '' }}
        onOk={() => compare.mutate({ paymentMethod, day })}
        onCancel={() => setOpen(false)}
      >
        <Form layout="vertical">
          <Form.Item label="渠道" htmlFor="compare-payment-method">
            <Select
              id="compare-payment-method"
              value={paymentMethod}
              onChange={setPaymentMethod}
              options={optionsOf(onlinePaymentMethodNames)}
            />
          </Form.Item>
          <Form.Item label="日期" htmlFor="compare-day" extra="核对过的会重新核对。">
            <FormDayInput id="compare-day" most={lastDay} value={day} onChange={setDay} />
          </Form.Item>
        </Form>
        <FormRefusal error={compare.error} />
      </Dialog>
    </>
  )
}
