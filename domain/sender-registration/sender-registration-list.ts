import { sql } from 'kysely'
import { signatureKinds, signaturePurposes } from '#contract/content/signature.ts'
import { type SenderRegistrationState, senderRegistrationStateNames } from '#contract/sender-registration/sender-registration.ts'
import type { Executor } from '#db/connect.ts'
import { containing } from '#db/like.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { csvText } from '#values/csv.ts'
import type { AccountId } from '#values/id.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { pageOf } from '#values/page.ts'
import { carrierShortNames, type MainlandCarrier } from '#values/phone.ts'
import type { SenderRegistration } from './sender-registration.ts'

export interface SenderRegistrationFilter {
  state?: SenderRegistrationState | undefined
  carrier?: MainlandCarrier | undefined
  search?: string | undefined
}

interface Found {
  accountId: AccountId
  accountName: string
  attestedName: string | null
  signatureId: string
  text: string
  approvedAt: Date | null
  senderRegistrations: Partial<Record<MainlandCarrier, { state: SenderRegistrationState; reason: string; changedAt: string }>>
}

const unregistered: Omit<SenderRegistration, 'carrier'> = { state: 'none', reason: '', changedAt: null }

/**
 * Signatures in use over all accounts with each carrier's answer, newest first, and how many there are in each state.
 */
export async function listSenderRegistrations(
  executor: Executor,
  filter: SenderRegistrationFilter & { cursor?: string | undefined; pageSize: number },
) {
  const wanted = [
    ...(filter.search ? [matching(filter.search)] : []),
    ...(filter.state ? [inState(filter.state, filter.carrier)] : []),
    ...(filter.cursor ? [sql`signature.signature_id < ${filter.cursor}`] : []),
  ]
  const { rows: found } = await sql<Found>`
    -- across accounts: what the carriers said of all customers' signatures
    select signature.account_id, account.name as "accountName", account.attested_name,
      signature.signature_id, signature.text, signature.reviewed_at as "approvedAt",
      coalesce((select jsonb_object_agg(carrier, jsonb_build_object('state', state, 'reason', reason, 'changedAt', changed_at))
        from sender_registration
        where sender_registration.account_id = signature.account_id and sender_registration.signature_id = signature.signature_id), '{}') as "senderRegistrations"
    from signature join account on account.account_id = signature.account_id
    where ${sql.join([inUse, ...wanted], sql` and `)}
    order by signature.signature_id desc limit ${filter.pageSize + 1}`.execute(executor)
  const { rows, nextCursor } = pageOf(found, filter.pageSize, row => row.signatureId)
  return { rows: rows.map(present), nextCursor, counts: await countStates(executor, filter.carrier) }
}

const inUse = sql`signature.state = 'approved' and account.kind = 'customer'`
const matching = (search: string) =>
  sql`(signature.text ilike ${containing(search)} or account.name ilike ${containing(search)} or account.attested_name ilike ${containing(search)})`

/** A signature without a row is `none` with each carrier. */
const inState = (state: SenderRegistrationState, carrier: MainlandCarrier | undefined) => {
  const rows = sql`select from sender_registration where sender_registration.account_id = signature.account_id
    and sender_registration.signature_id = signature.signature_id ${carrier ? sql`and sender_registration.carrier = ${carrier}` : sql``}`
  const some = sql`exists (${rows} and sender_registration.state = ${state})`
  return state === 'none' ? sql`(${some} or not exists (${rows}))` : some
}

const present = ({ senderRegistrations, ...row }: Found) => {
  const of = (carrier: MainlandCarrier) => {
    const one = senderRegistrations[carrier]
    return one ? { ...one, changedAt: new Date(one.changedAt) } : unregistered
  }
  return { ...row, senderRegistrations: { mobile: of('mobile'), unicom: of('unicom'), telecom: of('telecom'), broadnet: of('broadnet') } }
}

async function countStates(executor: Executor, carrier: MainlandCarrier | undefined): Promise<Record<SenderRegistrationState, number>> {
  const states = keysOf(senderRegistrationStateNames)
  const counts = states.map(state => sql`count(*) filter (where ${inState(state, carrier)}) as ${sql.ref(state)}`)
  const { rows } = await sql<Record<SenderRegistrationState, number>>`
    -- across accounts: how many signatures wait for the carriers
    select ${sql.join(counts)} from signature join account on account.account_id = signature.account_id where ${inUse}`.execute(executor)
  return firstOrThrow(rows)
}

/** Columns of the file that goes to the carriers and comes back with 结果 and 原因 filled. */
const senderRegistrationColumns = ['签名', '账户编号', '运营商', '结果', '原因'] as const

const csvLine = (cells: readonly string[]) => `${cells.map(csvText).join(',')}\r\n`

/** Pending registrations with one or any carrier, the oldest first, as a CSV file that can be imported again. */
export async function pendingSenderRegistrations(
  executor: Executor,
  carrier: MainlandCarrier | undefined,
  encodeAccount: (account: AccountId) => string,
) {
  const { rows } = await sql<{
    accountId: AccountId
    name: string
    attestedName: string | null
    text: string
    kind: keyof typeof signatureKinds
    purpose: keyof typeof signaturePurposes
    remark: string
    carrier: MainlandCarrier
    changedAt: Date
  }>`
    -- across accounts: the file for the carriers
    select signature.account_id, account.name, account.attested_name, signature.text, signature.kind, signature.purpose, signature.remark,
      sender_registration.carrier, sender_registration.changed_at
    from sender_registration
    join signature on signature.account_id = sender_registration.account_id and signature.signature_id = sender_registration.signature_id
    join account on account.account_id = sender_registration.account_id
    where sender_registration.state = 'pending' and ${inUse} ${carrier ? sql`and sender_registration.carrier = ${carrier}` : sql``}
    order by sender_registration.changed_at, signature.signature_id limit ${limits.senderRegistrationFileRows}`.execute(executor)
  const lines = rows.map(row =>
    csvLine([
      row.text,
      encodeAccount(row.accountId),
      carrierShortNames[row.carrier],
      '',
      '',
      row.attestedName ?? row.name,
      signatureKinds[row.kind],
      signaturePurposes[row.purpose],
      row.remark,
      formatChinaTime(row.changedAt),
    ]),
  )
  return `\ufeff${csvLine([...senderRegistrationColumns, '企业名称', '来源', '用途', '申请说明', '等待自'])}${lines.join('')}`
}
