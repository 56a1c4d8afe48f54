import { type RawBuilder, sql } from 'kysely'
import type { InvoiceView } from '#contract/invoicing/admin-invoice.ts'
import type { InvoiceKindName, InvoiceMedium, InvoiceState, ReversalState } from '#contract/invoicing/invoice-state.ts'
import type { Executor } from '#db/connect.ts'
import { shownAccountName } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { pageOf } from '#values/page.ts'
import { titleQueue } from './admin-invoice-title.ts'

export interface QueuedInvoice {
  accountId: AccountId
  requestId: string
  requestNumber: string
  accountName: string
  titleName: string
  taxNumber: string
  kind: InvoiceKindName
  medium: InvoiceMedium
  rateBp: number
  grossHao: number
  netHao: number
  taxHao: number
  state: InvoiceState
  reason: string | null
  invoiceNumber: string | null
  askedAt: Date
  changedAt: Date
  issuedAt: Date | null
  reversal: { state: ReversalState; deadlineAt: Date | null } | null
}

const within: Record<InvoiceView, RawBuilder<unknown>> = {
  reviewing: sql`request.state = 'reviewing'`,
  issuing: sql`request.state = 'issuing'`,
  failed: sql`request.state = 'failed'`,
  reversing: sql`request.state = 'reversing'`,
  unsent: sql`request.medium = 'paper' and request.state = 'issued' and request.shipped_at is null`,
  sent: sql`request.medium = 'paper' and request.state = 'issued' and request.shipped_at is not null and request.signed_at is null`,
  all: sql`true`,
}

export interface QueueFilter {
  view: InvoiceView
  kind?: InvoiceKindName | undefined
  search?: string | undefined
  cursor?: string | undefined
  pageSize: number
}

/** The columns of a request in the staff's list. */
export const invoiceColumns = sql`
  request.account_id as "accountId", request.request_id, request.request_number, ${shownAccountName} as "accountName",
  title.name as "titleName", coalesce(title.tax_number, '') as "taxNumber", request.kind, request.medium, request.rate_bp,
  request.gross_hao, request.net_hao, request.tax_hao, request.state, request.reason,
  request.invoice_number, request.asked_at, request.changed_at, request.issued_at,
  case when reversal.state is not null then jsonb_build_object('state', reversal.state, 'deadlineAt', reversal.deadline_at) end as reversal`
export const invoiceJoins = sql`
  invoice_request as request
  join account on account.account_id = request.account_id
  join invoice_title_version as title on title.account_id = request.account_id and title.version_id = request.title_version_id
  left join invoice_reversal as reversal on reversal.account_id = request.account_id and reversal.request_id = request.request_id and reversal.ended_at is null`

type Row = Omit<QueuedInvoice, 'reversal'> & { reversal: { state: ReversalState; deadlineAt: string | null } | null }
export const presentInvoice = (row: Row): QueuedInvoice => ({
  ...row,
  reversal: row.reversal && { state: row.reversal.state, deadlineAt: row.reversal.deadlineAt ? new Date(row.reversal.deadlineAt) : null },
})

/** A page of the staff's list: queues oldest first, the complete list newest first. */
export async function listInvoicesForStaff(
  executor: Executor,
  { view, kind, search, cursor, pageSize }: QueueFilter,
): Promise<{ rows: QueuedInvoice[]; nextCursor: string | null }> {
  const isNewestFirst = view === 'all'
  const like = search ? `%${search.replace(/[\\%_]/g, '\\$&')}%` : null
  const [at, id] = cursor?.split('/') ?? []
  const { rows } = await sql<Row>`
    select ${invoiceColumns} -- across accounts: staff issue invoices of all of them
    from ${invoiceJoins}
    where ${within[view]}
      ${kind ? sql`and request.kind = ${kind}` : sql``}
      ${like ? sql`and (request.request_number like ${like} or request.invoice_number like ${like} or title.name like ${like} or account.name like ${like} or account.attested_name like ${like})` : sql``}
      ${at && id ? sql`and (request.asked_at, request.request_id) ${isNewestFirst ? sql`<` : sql`>`} (${new Date(Number(at))}, ${id}::uuid)` : sql``}
    order by request.asked_at ${isNewestFirst ? sql`desc` : sql`asc`}, request.request_id ${isNewestFirst ? sql`desc` : sql`asc`}
    limit ${pageSize + 1}`.execute(executor)
  return pageOf(rows.map(presentInvoice), pageSize, row => `${row.askedAt.getTime()}/${row.requestId}`)
}

interface QueueFacts {
  count: number
  oldestAt: Date | null
}
export type InvoiceQueues = Record<Exclude<InvoiceView, 'all'> | 'titles', QueueFacts>

/** The number of requests in each queue, and since when the oldest waits. */
export async function invoiceQueues(executor: Executor): Promise<InvoiceQueues> {
  const views = ['reviewing', 'issuing', 'failed', 'reversing', 'unsent', 'sent'] as const
  const { rows } = await sql<{ view: (typeof views)[number]; count: number; oldestAt: Date | null }>`
    select view, count(*) as count, min(since) as oldest_at -- across accounts: the lengths of the staff's queues
    from (select case
        when request.state in ('reviewing', 'issuing', 'failed', 'reversing') then request.state
        when ${within.unsent} then 'unsent' when ${within.sent} then 'sent' end as view,
        case when request.state = 'reviewing' then request.asked_at else request.changed_at end as since
      from invoice_request as request) as waiting
    where view is not null group by view`.execute(executor)
  const facts = (view: (typeof views)[number]): QueueFacts => {
    const found = rows.find(row => row.view === view)
    return { count: found?.count ?? 0, oldestAt: found?.oldestAt ?? null }
  }
  return {
    reviewing: facts('reviewing'),
    issuing: facts('issuing'),
    failed: facts('failed'),
    reversing: facts('reversing'),
    unsent: facts('unsent'),
    sent: facts('sent'),
    titles: await titleQueue(executor),
  }
}
