import { sql } from 'kysely'
import { signatureKinds, signaturePurposes } from '#contract/content/signature.ts'
import { type FilingState, filingStateNames, operatorShortNames } from '#contract/sender-registration/filing.ts'
import type { Executor } from '#db/connect.ts'
import { containing } from '#db/like.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { csvText } from '#values/csv.ts'
import type { AccountId } from '#values/id.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { pageOf } from '#values/page.ts'
import type { Operator } from '#values/phone.ts'
import type { Filing } from './filing.ts'

export interface FilingFilter {
  state?: FilingState | undefined
  operator?: Operator | undefined
  search?: string | undefined
}

interface Found {
  accountId: AccountId
  accountName: string
  attestedName: string | null
  signatureId: string
  text: string
  approvedAt: Date | null
  filings: Partial<Record<Operator, { state: FilingState; reason: string; changedAt: string }>>
}

const unfiled: Omit<Filing, 'operator'> = { state: 'none', reason: '', changedAt: null }

/**
 * Signatures in use over all accounts with each carrier's answer, newest first, and how many there are in each state.
 */
export async function listFilings(executor: Executor, filter: FilingFilter & { cursor?: string | undefined; pageSize: number }) {
  const wanted = [
    ...(filter.search ? [matching(filter.search)] : []),
    ...(filter.state ? [inState(filter.state, filter.operator)] : []),
    ...(filter.cursor ? [sql`signature.signature_id < ${filter.cursor}`] : []),
  ]
  const { rows: found } = await sql<Found>`
    -- across accounts: what the operators said of all customers' signatures
    select signature.account_id as "accountId", account.name as "accountName", account.attested_name as "attestedName",
      signature.signature_id as "signatureId", signature.text, signature.reviewed_at as "approvedAt",
      coalesce((select jsonb_object_agg(operator, jsonb_build_object('state', state, 'reason', reason, 'changedAt', changed_at))
        from signature_filing as filing
        where filing.account_id = signature.account_id and filing.signature_id = signature.signature_id), '{}') as filings
    from signature join account on account.account_id = signature.account_id
    where ${sql.join([inUse, ...wanted], sql` and `)}
    order by signature.signature_id desc limit ${filter.pageSize + 1}`.execute(executor)
  const { rows, nextCursor } = pageOf(found, filter.pageSize, row => row.signatureId)
  return { rows: rows.map(present), nextCursor, counts: await countStates(executor, filter.operator) }
}

const inUse = sql`signature.state = 'approved' and account.kind = 'customer'`
const matching = (search: string) =>
  sql`(signature.text ilike ${containing(search)} or account.name ilike ${containing(search)} or account.attested_name ilike ${containing(search)})`

/** A signature without a row is `none` with each carrier. */
const inState = (state: FilingState, operator: Operator | undefined) => {
  const rows = sql`select from signature_filing as filing where filing.account_id = signature.account_id
    and filing.signature_id = signature.signature_id ${operator ? sql`and filing.operator = ${operator}` : sql``}`
  const some = sql`exists (${rows} and filing.state = ${state})`
  return state === 'none' ? sql`(${some} or not exists (${rows}))` : some
}

const present = ({ filings, ...row }: Found) => {
  const of = (operator: Operator) => {
    const one = filings[operator]
    return one ? { ...one, changedAt: new Date(one.changedAt) } : unfiled
  }
  return { ...row, filings: { mobile: of('mobile'), unicom: of('unicom'), telecom: of('telecom'), broadnet: of('broadnet') } }
}

async function countStates(executor: Executor, operator: Operator | undefined): Promise<Record<FilingState, number>> {
  const states = keysOf(filingStateNames)
  const counts = states.map(state => sql`count(*) filter (where ${inState(state, operator)}) as ${sql.ref(state)}`)
  const { rows } = await sql<Record<FilingState, number>>`
    -- across accounts: how many signatures wait for the operators
    select ${sql.join(counts)} from signature join account on account.account_id = signature.account_id where ${inUse}`.execute(executor)
  return firstOrThrow(rows)
}

/** Columns of the file that goes to the carriers and comes back with 结果 and 原因 filled. */
const filingColumns = ['签名', '账户编号', '运营商', '结果', '原因'] as const

const csvLine = (cells: readonly string[]) => `${cells.map(csvText).join(',')}\r\n`

/** Pending registrations with one or any carrier, the oldest first, as a CSV file that can be imported again. */
export async function pendingFilings(executor: Executor, operator: Operator | undefined, encodeAccount: (account: AccountId) => string) {
  const { rows } = await sql<{
    account_id: AccountId
    name: string
    attested_name: string | null
    text: string
    kind: keyof typeof signatureKinds
    purpose: keyof typeof signaturePurposes
    remark: string
    operator: Operator
    changed_at: Date
  }>`
    -- across accounts: the file for the operators
    select signature.account_id, account.name, account.attested_name, signature.text, signature.kind, signature.purpose, signature.remark,
      filing.operator, filing.changed_at
    from signature_filing as filing
    join signature on signature.account_id = filing.account_id and signature.signature_id = filing.signature_id
    join account on account.account_id = filing.account_id
    where filing.state = 'pending' and ${inUse} ${operator ? sql`and filing.operator = ${operator}` : sql``}
    order by filing.changed_at, signature.signature_id limit ${limits.filingFileRows}`.execute(executor)
  const lines = rows.map(row =>
    csvLine([
      row.text,
      encodeAccount(row.account_id),
      operatorShortNames[row.operator],
      '',
      '',
      row.attested_name ?? row.name,
      signatureKinds[row.kind],
      signaturePurposes[row.purpose],
      row.remark,
      formatChinaTime(row.changed_at),
    ]),
  )
  return `\ufeff${csvLine([...filingColumns, '企业名称', '来源', '用途', '申请说明', '等待自'])}${lines.join('')}`
}
