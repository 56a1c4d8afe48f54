import { sql } from 'kysely'
import type { NameSupport, ReceiptRule, ReceiptState } from '#contract/payments/admin-bank.ts'
import type { ClaimState } from '#contract/payments/bank.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { readPrivateFile } from '#domain/documents/index.ts'
import { shownAccountName } from '#domain/platform/index.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow, lastOrThrow } from '#values/or-throw.ts'
import { transferCodesIn } from '#values/transfer-code.ts'
import { readTransferCode } from './bank-account.ts'

interface ClaimRow {
  accountId: AccountId
  accountName: string
  attestedName: string | null
  nameSupport: NameSupport
  claimId: string
  claimNumber: string
  payerName: string
  payerAccount: string
  amountHao: number
  paidOn: string
  remark: string
  state: ClaimState
  reason: string | null
  createdAt: Date
  decidedAt: Date | null
  memberName: string | null
  slipFileId: string
}

const claimFrom = sql`
  select claim.account_id, ${shownAccountName} as "accountName", account.attested_name, claim.claim_id,
    claim.claim_number, claim.payer_name, claim.payer_account, claim.amount_hao,
    claim.paid_on, claim.remark, claim.state, claim.reason, claim.created_at, claim.decided_at, member.name as "memberName", claim.slip_file_id,
    case when regexp_replace(normalize(account.attested_name, NFKC), '\\s', '', 'g') = claim.payer_name then 'attested'
      when exists (select from payer_name where payer_name.account_id = claim.account_id and payer_name.name = claim.payer_name) then 'registered'
      else 'none' end as "nameSupport"
  from bank_claim as claim
  join account on account.account_id = claim.account_id
  left join member on member.account_id = claim.account_id and member.member_id = claim.member_id`

interface ClaimFilter {
  view: 'open' | 'ended'
  accountId?: string | undefined
  cursor?: string | undefined
  pageSize: number
}

/** Waiting claims, oldest first, or decided ones, newest first. */
export async function listAllClaims(executor: Executor, { view, accountId, cursor, pageSize }: ClaimFilter) {
  const isOpen = view === 'open'
  const { rows } = await sql<ClaimRow>`
    ${claimFrom} -- across accounts: the queue of the back office
    where claim.state ${isOpen ? sql`in ('waiting', 'approving')` : sql`not in ('waiting', 'approving')`}
      ${accountId ? sql`and claim.account_id = ${accountId}` : sql``}
      ${cursor ? (isOpen ? sql`and claim.claim_id > ${cursor}` : sql`and claim.claim_id < ${cursor}`) : sql``}
    order by claim.claim_id ${isOpen ? sql`asc` : sql`desc`} limit ${pageSize + 1}`.execute(executor)
  const shown = rows.slice(0, pageSize)
  return { rows: shown, nextCursor: rows.length > pageSize ? lastOrThrow(shown).claimId : null }
}

interface Candidate {
  receiptId: string
  bankSerial: string
  amountHao: number
  payerName: string
  payerAccount: string
  memo: string
  cameAt: Date
  state: ReceiptState
  rule: ReceiptRule | null
  recordedAt: Date
  isListed: boolean
}

/**
 * A claim with its slip, the unassigned receipts of its sum, and the number of other claims about the same transfer.
 * Refuses `not_found`.
 */
export async function readClaimForStaff(tx: Tx, account: AccountId, claimId: string) {
  const { rows } = await sql<ClaimRow>`${claimFrom} where claim.account_id = ${account} and claim.claim_id = ${claimId}`.execute(tx)
  const claim = rows[0] ?? refuse('not_found')
  const code = await readTransferCode(tx, account)
  const { rows: receipts } = await sql<Candidate>`
    select receipt_id, bank_serial, amount_hao, payer_name, payer_account, memo,
      came_at, state, rule, recorded_at, statement_id is not null as "isListed"
    from bank_receipt where state = 'waiting' and amount_hao = ${claim.amountHao}
    order by payer_name = ${claim.payerName} desc, came_at desc limit 20`.execute(tx)
  const { rows: alike } = await sql<{ count: number }>`
    select count(*) as count from bank_claim -- across accounts: the same transfer may be claimed twice
    where claim_id <> ${claimId} and payer_name = ${claim.payerName} and amount_hao = ${claim.amountHao} and paid_on = ${claim.paidOn}
      and state not in ('rejected', 'cancelled')`.execute(tx)
  const nobody = {
    accountId: null,
    accountName: null,
    reason: null,
    returnSerial: null,
    recordedBy: null,
    decidedBy: null,
    decidedAt: null,
  }
  return {
    ...claim,
    slip: await readPrivateFile(tx, account, claim.slipFileId),
    receipts: receipts.map(receipt => ({
      ...receipt,
      ...nobody,
      hasName: receipt.payerName === claim.payerName,
      hasCode: transferCodesIn(receipt.memo).includes(code),
    })),
    alikeCount: firstOrThrow(alike).count,
  }
}
