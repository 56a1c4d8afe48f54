import { Alert } from 'antd'
import { invoiceShipmentCalls } from '#contract/invoicing/invoice-delivery.ts'
import { useCall } from '#ui/call.ts'

/** Staff's message while invoicing is paused. */
export function PauseBar() {
  const { data } = useCall(invoiceShipmentCalls.pause, {}, { staleTimeMs: 60_000 })
  return data?.notice ? <Alert banner type="warning" title={`暂停开票：${data.notice}`} style={{ marginBottom: 16 }} /> : null
}
