import { routes } from '#console/routes.tsx'
import type { CallAnswerWire } from '#contract/call.ts'
import { invoiceAddressCalls, invoiceEmailCalls } from '#contract/invoicing/invoice-delivery.ts'
import type { ListTabsFacts } from '#ui/list/ListTabs.tsx'

export type AddressRow = CallAnswerWire<typeof invoiceAddressCalls.list>['rows'][number]
export type EmailRow = CallAnswerWire<typeof invoiceEmailCalls.list>['rows'][number]

export const addressAnswers = [invoiceAddressCalls.list, invoiceAddressCalls.one]
export const emailAnswers = [invoiceEmailCalls.list]

export const tabs: ListTabsFacts = {
  name: 'tab',
  items: [
    { key: '', label: '收票邮箱' },
    { key: 'address', label: '邮寄地址' },
    { key: 'shipment', label: '寄送记录' },
  ],
}
export const title = '寄送信息'
export const { note } = routes['/system/finance/invoice/express']
