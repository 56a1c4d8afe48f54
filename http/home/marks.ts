import { sql } from 'kysely'
import type { CallAnswer } from '#contract/call.ts'
import type { homeCalls } from '#contract/home/home.ts'
import type { Permission } from '#contract/identity/permission.ts'
import type { Tx } from '#db/connect.ts'
import { readLinkAttention } from '#domain/links/index.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { readInvoices, readOrders } from './home-tasks.ts'

type Marks = CallAnswer<typeof homeCalls.frame>['marks']

/** Numbers of the menu: few rows, all found by their state. */
export async function readMarks(tx: Tx, account: AccountId, may: (permission: Permission) => boolean, now: Date): Promise<Marks> {
  const { rows } = await sql<Pick<Marks, 'rejectedSignatures' | 'rejectedTemplates' | 'sendingBroadcasts' | 'unfinishedExports'>>`
    select (select count(*) from signature where account_id = ${account} and state = 'rejected' and ${may('signature.read')}) as "rejectedSignatures",
      (select count(*) from template where account_id = ${account} and state = 'rejected' and ${may('template.read')}) as "rejectedTemplates",
      (select count(*) from broadcast where account_id = ${account} and state = 'sending' and ${may('broadcast.read')}) as "sendingBroadcasts",
      (select count(*) from export_job where account_id = ${account} and state in ('queued', 'writing') and ${may('export.read')})
        as "unfinishedExports"`.execute(tx)
  const links = may('link.read') ? await readLinkAttention(tx, account) : null
  const orders = may('finance.read') ? await readOrders(tx, account, now) : null
  const invoices = may('invoice.read') ? await readInvoices(tx, account, now) : null
  return {
    ...firstOrThrow(rows),
    stoppedLinks: links ? links.rejectedCount + links.blockedCount : 0,
    waitingOrders: orders?.waitingCount ?? 0,
    failedInvoices: invoices ? invoices.rejectedCount + invoices.failedCount : 0,
  }
}
