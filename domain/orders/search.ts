import { type RawBuilder, sql } from 'kysely'
import { type OrderState, orderStates } from '#contract/orders/order.ts'
import { shownAccountName } from '#domain/platform/index.ts'
import { type AdminSearchSource, noteOf, type SearchSource } from '#domain/search-source/index.ts'
import { decodeId, encodeId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
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

/** A part of an order number, as people read out its end. */
const numberPart = /^\d{4,}$/
/** Whether an order has the text as its number, or is among `newest` and has it as a part of it. */
const hasNumber = (text: string, newest: RawBuilder<unknown>) =>
  numberPart.test(text)
    ? sql<boolean>`(bought.order_number = ${text} or bought.order_id in (
        select order_id from (${newest} order by order_id desc limit ${limits.searchRows}) as newest
        where order_number like ${`%${text}%`}))`
    : sql<boolean>`bought.order_number = ${text}`

/** Orders by their number, a part of it, or their id. */
export const orderSearch: SearchSource = {
  kind: 'order',
  permission: 'finance.read',
  find: async (executor, account, { text, most }) => {
    const { rows } = await sql<Row>`
      select ${columns} from package_order as bought
      where bought.account_id = ${account} and (bought.order_id = ${decodeId('order', text)}::uuid
        or ${hasNumber(text, sql`select order_id, order_number from package_order where account_id = ${account}`)})
      order by bought.order_id desc limit ${most}`.execute(executor)
    return rows.map(row => ({
      title: row.orderNumber,
      note: noteText(row),
      path: `/system/finance/order?id=${encodeId('order', row.orderId)}`,
    }))
  },
}

/** Orders of all customers by their number or a part of it. */
export const adminOrderSearch: AdminSearchSource = {
  kind: 'order',
  permission: 'finance.read',
  find: async (executor, { text, most }) => {
    const { rows } = await sql<Row & { accountName: string }>`
      select ${columns}, ${shownAccountName} as "accountName" -- across accounts: staff look for an order
      from package_order as bought join account on account.account_id = bought.account_id
      where ${hasNumber(text, sql`select order_id, order_number from package_order /* across accounts: staff look for an order */`)}
      order by bought.order_id desc limit ${most}`.execute(executor)
    return rows.map(row => ({
      title: row.orderNumber,
      note: noteOf(row.accountName, noteText(row)),
      path: `/orders?orderNumber=${encodeURIComponent(row.orderNumber)}`,
    }))
  },
}
