import { sql } from 'kysely'
import { type OrderState, orderStates } from '#contract/orders/order.ts'
import { shownAccountName } from '#domain/platform/index.ts'
import { type AdminSearchSource, noteOf, type SearchSource } from '#domain/search-source/index.ts'
import { decodeId, encodeId } from '#values/id.ts'
import { formatYuan } from '#values/money.ts'
import { shownOrderState } from './order-list.ts'

interface Row {
  orderId: string
  orderNumber: string
  name: string
  amountHao: number
  state: OrderState
}
const columns = sql`bought.order_id, bought.order_number, bought.name, bought.amount_hao, ${shownOrderState} as state`
const noteText = ({ name, amountHao, state }: Row) => noteOf(name, formatYuan(amountHao), orderStates[state])

/** Orders by their whole number or id. */
export const orderSearch: SearchSource = {
  kind: 'order',
  permission: 'finance.read',
  find: async (executor, account, { text, most }) => {
    const { rows } = await sql<Row>`
      select ${columns} from package_order as bought
      where bought.account_id = ${account} and (bought.order_number = ${text} or bought.order_id = ${decodeId('order', text)}::uuid)
      limit ${most}`.execute(executor)
    return rows.map(row => ({
      title: row.orderNumber,
      note: noteText(row),
      path: `/system/finance/order?id=${encodeId('order', row.orderId)}`,
    }))
  },
}

/** Orders of all customers by their whole number. */
export const adminOrderSearch: AdminSearchSource = {
  kind: 'order',
  permission: 'finance.read',
  find: async (executor, { text, most }) => {
    const { rows } = await sql<Row & { accountName: string }>`
      select ${columns}, ${shownAccountName} as "accountName" -- across accounts: staff look for an order
      from package_order as bought join account on account.account_id = bought.account_id
      where bought.order_number = ${text} limit ${most}`.execute(executor)
    return rows.map(row => ({
      title: row.orderNumber,
      note: noteOf(row.accountName, noteText(row)),
      path: `/orders?orderNumber=${encodeURIComponent(row.orderNumber)}`,
    }))
  },
}
