import { OwnCustomers } from '#admin/ui/OwnCustomers.tsx'
import type { CallAnswerWire } from '#contract/call.ts'
import { adminPriceCalls } from '#contract/orders/admin-package.ts'
import { useCall } from '#ui/call.ts'
import { Money } from '#ui/display/Money.tsx'
import { kinds, priceKinds } from './package.ts'

type Row = CallAnswerWire<typeof adminPriceCalls.accounts>['rows'][number]

/** Customers with prices of their own. */
export const OwnPrices = ({ onOpen }: { onOpen: (accountId: string) => void }) => (
  <OwnCustomers
    title="客户的单独价格"
    note="客户登录后看到的、扣除的都是自己的价格。"
    placeholder="选择客户，设置单独的价格"
    noneText="所有客户都使用平台的价格。"
    query={useCall(adminPriceCalls.accounts, {})}
    columns={kinds.map(kind => ({
      title: priceKinds[kind],
      render: ({ prices }: Row) => {
        const hao = prices[kind]
        return hao === null ? '同平台' : <Money hao={hao} />
      },
    }))}
    onOpen={onOpen}
  />
)
