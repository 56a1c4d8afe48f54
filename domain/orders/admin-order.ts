import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import { shownAccountName } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { pageOf } from '#values/page.ts'
import { type OrderFacts, type OrderFilter, orderColumns, orderWhere, readOrder } from './order-list.ts'

type Filter = OrderFilter & { account?: AccountId | undefined; cursor?: string | undefined; pageSize: number }

/** Orders of all customers or of one, newest first. */
export async function listAllOrders(executor: Executor, { account, cursor, pageSize, ...filter }: Filter) {
  const { rows } = await sql<OrderFacts & { accountId: AccountId; accountName: string }>`
    -- across accounts: staff look for orders of all customers
    select ${orderColumns}, bought.account_id, ${shownAccountName} as "accountName"
    from package_order as bought join account on account.account_id = bought.account_id
    where ${account ? sql`bought.account_id = ${account}` : sql`true`} and ${orderWhere(filter)} and ${cursor ? sql`bought.order_id < ${cursor}` : sql`true`}
    order by bought.order_id desc limit ${pageSize + 1}`.execute(executor)
  return pageOf(rows, pageSize, row => row.orderId)
}

/** One order of a customer. Refuses `not_found`. */
export async function readCustomerOrder(executor: Executor, account: AccountId, orderId: string) {
  const row = await executor.selectFrom('account').select('name').where('accountId', '=', account).executeTakeFirst()
  if (!row) refuse('not_found')
  return { ...(await readOrder(executor, account, orderId)), accountId: account, accountName: row.name }
}
