import { sql } from 'kysely'
import type { AccountState } from '#contract/account/admin-customer.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { pageOf } from '#values/page.ts'
import { maskPhone } from '#values/phone.ts'

export interface CustomerFilter {
  /** Part of the name or attested name, or a complete phone number or login name. */
  search?: string | undefined
  state?: AccountState | undefined
  attested?: 'yes' | 'no' | undefined
  /** An account id: the page starts after it. */
  cursor?: string | undefined
  pageSize: number
  now: Date
}

export interface CustomerRow {
  accountId: AccountId
  name: string
  state: AccountState
  attestedName: string | null
  attestedAt: Date | null
  createdAt: Date
  whenEmpty: 'stop' | 'balance'
  ownerLogin: string
  /** Masked. */
  ownerPhone: string
  availableHao: number
  /** Of packages that have not run out. */
  remainingSegments: number
  sendsAbroad: boolean
}

type Found = Omit<CustomerRow, 'availableHao' | 'remainingSegments'>

const columns = sql`account.account_id as "accountId", account.name, account.state, account.attested_name,
  account.attested_at, account.created_at, account.when_empty, account.sends_abroad,
  coalesce(owner.login, '') as "ownerLogin", coalesce(owner.phone, '') as "ownerPhone"`
const ownerOf = sql`
  left join lateral (select login, phone from member where member.account_id = account.account_id and role = 'owner' order by member_id limit 1)
    as owner on true`

const literal = (text: string) => text.replace(/[\\%_]/g, found => `\\${found}`)

/** Customers, the newest first, without the platform's own account. */
export async function listCustomers(
  executor: Executor,
  filter: CustomerFilter,
): Promise<{ rows: CustomerRow[]; nextCursor: string | null }> {
  const wanted = [
    sql`account.kind = 'customer'`,
    ...(filter.search ? [matching(filter.search)] : []),
    ...(filter.state ? [sql`account.state = ${filter.state}`] : []),
    ...(filter.attested ? [filter.attested === 'yes' ? sql`account.attested_at is not null` : sql`account.attested_at is null`] : []),
    ...(filter.cursor ? [sql`account.account_id < ${filter.cursor}`] : []),
  ]
  const { rows: found } = await sql<Found>`
    -- across accounts: the back office's list of customers
    select ${columns} from account ${ownerOf} where ${sql.join(wanted, sql` and `)}
    order by account.account_id desc limit ${filter.pageSize + 1}`.execute(executor)
  const { rows, nextCursor } = pageOf(found, filter.pageSize, row => row.accountId)
  return { rows: await withBalances(executor, rows, filter.now), nextCursor }
}

/** A pasted phone number is searched by its digits; four digits are the end of one. */
const matching = (
  search: string,
) => sql`(account.name ilike ${`%${literal(search)}%`} or account.attested_name ilike ${`%${literal(search)}%`}
  or account.account_id in (select account_id from login_name where login in (${search.toLowerCase()}, ${search.replace(/[\s-]/g, '')})
    ${/^\d{4}$/.test(search) ? sql`or login like ${`1______${search}`}` : sql``}))`

/** One customer; null for an unknown account and for the platform's own account. */
export async function findCustomer(executor: Executor, account: AccountId, now: Date): Promise<CustomerRow | null> {
  const { rows } = await sql<Found>`
    select ${columns} from account ${ownerOf} where account.account_id = ${account} and account.kind = 'customer'`.execute(executor)
  const [row] = await withBalances(executor, rows, now)
  return row ?? null
}

async function withBalances(executor: Executor, rows: readonly Found[], now: Date): Promise<CustomerRow[]> {
  if (rows.length === 0) return []
  const { rows: balances } = await sql<{ accountId: AccountId; hao: number; segments: number }>`
    select ledger_account.account_id,
      coalesce(sum(ledger_account.credits - ledger_account.debits) filter (where ledger_account.asset = 'cny'), 0)::bigint as hao,
      coalesce(sum(ledger_account.credits - ledger_account.debits) filter (where ledger_account.asset = 'segment' and credit.expires_at > ${now}), 0)::bigint as segments
    from ledger_account
    left join credit_grant as credit on credit.account_id = ledger_account.account_id and credit.grant_id = ledger_account.grant_id
    where ledger_account.account_id in (${sql.join(rows.map(row => row.accountId))}) and ledger_account.purpose = 'available'
    group by ledger_account.account_id`.execute(executor)
  const of = new Map(balances.map(balance => [balance.accountId, balance]))
  return rows.map(row => ({
    ...row,
    ownerLogin: row.ownerLogin === row.ownerPhone ? maskPhone(row.ownerLogin) : row.ownerLogin,
    ownerPhone: maskPhone(row.ownerPhone),
    availableHao: of.get(row.accountId)?.hao ?? 0,
    remainingSegments: of.get(row.accountId)?.segments ?? 0,
  }))
}

/** Lets an account send abroad, or no longer; takes effect within seconds. Refuses `not_found`, `state_forbids`. */
export async function setSendsAbroad(tx: Tx, account: AccountId, sendsAbroad: boolean): Promise<void> {
  const customer = await tx
    .selectFrom('account')
    .select('sendsAbroad')
    .where('accountId', '=', account)
    .where('kind', '=', 'customer')
    .forUpdate()
    .executeTakeFirst()
  if (!customer) refuse('not_found')
  const [state, action] = sendsAbroad ? ['已开通国际短信', '再次开通'] : ['未开通国际短信', '停用']
  if (customer.sendsAbroad === sendsAbroad) refuse('state_forbids', { state, action })
  await tx.updateTable('account').set({ sendsAbroad }).where('accountId', '=', account).execute()
}
