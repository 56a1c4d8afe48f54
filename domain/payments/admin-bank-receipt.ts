import { sql } from 'kysely'
import { z } from 'zod'
import type { NameSupport, ReceiptRule, ReceiptState } from '#contract/payments/admin-bank.ts'
import { plainName } from '#contract/payments/bank.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import { shownAccountName } from '#domain/platform/index.ts'
import { accountApprovalAct, requestApproval } from '#domain/staff/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { formatYuan } from '#values/money.ts'
import { firstOrThrow, lastOrThrow } from '#values/or-throw.ts'
import { pick } from '#values/pick.ts'
import { transferCodesIn } from '#values/transfer-code.ts'
import { mayMoveAlone } from './admin-staff-money.ts'
import { nameSupportOf } from './bank-account.ts'
import { lockClaim, updateClaimState } from './bank-claim.ts'
import { creditReceipt, lockClaimFor, lockReceipt } from './bank-receipt.ts'

/** A line of our bank account's statement. */
export interface NewReceipt {
  bankSerial: string
  amountHao: number
  payerName: string
  payerAccount: string
  memo: string
  cameAt: Date
}

interface Acting {
  staffId: string
  reason: string
  now: Date
}

/**
 * Records lines of the bank statement, each once. Lines of an imported statement whose code and payer's name both
 * identify the account, within the limits of one person, are credited at once; typed ones never are. Refuses
 * `receipt_changed` when a serial number is known with another sum or payer: a statement never changes.
 */
export async function recordReceipts(
  tx: Tx,
  receipts: readonly NewReceipt[],
  { staffId, now }: Acting,
  statement: { statementId: string; mayCredit: boolean } | null = null,
): Promise<{ recordedCount: number; knownCount: number; creditedCount: number }> {
  const counts = { recordedCount: 0, knownCount: 0, creditedCount: 0 }
  for (const receipt of receipts) {
    const receiptId = newId(now.getTime())
    const fresh = await tx
      .insertInto('bankReceipt')
      .values({
        receiptId,
        ...pick(receipt, 'bankSerial', 'amountHao', 'payerAccount', 'memo', 'cameAt'),
        payerName: plainName(receipt.payerName),
        recordedBy: staffId,
        recordedAt: now,
        statementId: statement?.statementId ?? null,
      })
      .onConflict(conflict => conflict.column('bankSerial').doNothing())
      .returning('receiptId')
      .executeTakeFirst()
    const known = fresh ? null : await requireSame(tx, receipt)
    if (known) {
      counts.knownCount += 1
      if (statement && !known.statementId)
        await tx.updateTable('bankReceipt').set({ statementId: statement.statementId }).where('receiptId', '=', known.receiptId).execute()
      if (known.state !== 'waiting') continue
    } else counts.recordedCount += 1
    if (!statement?.mayCredit) continue
    if (await creditByCode(tx, known?.receiptId ?? receiptId, receipt, { staffId, now })) counts.creditedCount += 1
  }
  return counts
}

async function requireSame(tx: Tx, receipt: NewReceipt) {
  const known = await tx
    .selectFrom('bankReceipt')
    .select(['receiptId', 'amountHao', 'payerName', 'state', 'statementId'])
    .where('bankSerial', '=', receipt.bankSerial)
    .executeTakeFirstOrThrow()
  if (known.amountHao !== receipt.amountHao || known.payerName !== plainName(receipt.payerName))
    refuse('receipt_changed', { serial: receipt.bankSerial })
  return known
}

/**
 * Credits a receipt if code and name identify the same account and the sum needs no second person. An unknown name is
 * never credited automatically.
 */
async function creditByCode(
  tx: Tx,
  receiptId: string,
  receipt: NewReceipt,
  { staffId, now }: Pick<Acting, 'staffId' | 'now'>,
): Promise<boolean> {
  const accounts = await accountsOfCodes(tx, receipt.memo)
  const [account] = accounts
  if (!account || accounts.length > 1) return false
  if ((await nameSupportOf(tx, account, receipt.payerName)) === 'none') return false
  const moved = { kind: 'bank-credit', staffId, account, amountHao: receipt.amountHao, objectId: receiptId, now } as const
  if (!(await mayMoveAlone(tx, moved))) return false
  const claims = await openClaims(tx, account, receipt)
  const claimId = claims.length === 1 ? firstOrThrow(claims).claimId : null
  await creditReceipt(tx, account, { receiptId, claimId, rule: 'code', reason: null, staffId, now, from: 'waiting' })
  return true
}

async function accountsOfCodes(executor: Executor, memo: string): Promise<AccountId[]> {
  const codes = transferCodesIn(memo)
  if (codes.length === 0) return []
  const rows = await executor.selectFrom('transferCode').select('accountId').where('transferCode', 'in', codes).execute()
  return rows.map(row => row.accountId)
}

const openClaims = (executor: Executor, account: AccountId, { amountHao, payerName }: Pick<NewReceipt, 'amountHao' | 'payerName'>) =>
  executor
    .selectFrom('bankClaim')
    .select(['claimId', 'claimNumber'])
    .where('accountId', '=', account)
    .where('state', 'in', ['waiting', 'more'])
    .where('amountHao', '=', amountHao)
    .where('payerName', '=', plainName(payerName))
    .execute()

interface Crediting extends Acting {
  receiptId: string
  account: AccountId
  claimId: string | null
}

/**
 * Credits a receipt to the account that staff choose. A line without an imported statement, a sum above the limits of
 * one person, and a payer with none of the account's names wait for a second member of staff. Refuses `not_found`,
 * `receipt_settled`, `claim_amount_differs` and `state_forbids`.
 */
export async function confirmReceipt(
  tx: Tx,
  { receiptId, account, claimId, staffId, reason, now }: Crediting,
): Promise<'credited' | 'approving'> {
  const receipt = await lockReceipt(tx, receiptId, ['waiting'])
  const support = await nameSupportOf(tx, account, receipt.payerName)
  const isCoded = (await accountsOfCodes(tx, receipt.memo)).includes(account)
  const rule = isCoded ? 'code' : claimId ? 'claim' : support === 'none' ? 'manual' : support
  const moved = { kind: 'bank-credit', staffId, account, amountHao: receipt.amountHao, objectId: receiptId, now } as const
  if (support !== 'none' && receipt.statementId !== null && (await mayMoveAlone(tx, moved))) {
    await creditReceipt(tx, account, { receiptId, claimId, rule, reason, staffId, now, from: 'waiting' })
    return 'credited'
  }
  const claim = claimId ? await lockClaimFor(tx, account, claimId, receipt.amountHao, ['waiting', 'more']) : null
  await requestApproval(tx, {
    kind: 'bank-credit',
    account,
    amountHao: receipt.amountHao,
    payload: {
      receiptId,
      claimId,
      rule,
      support,
      ...pick(receipt, 'bankSerial', 'payerName', 'memo'),
      claimNumber: claim?.claimNumber ?? null,
      isListed: receipt.statementId !== null,
    },
    reason,
    staffId,
    now,
  })
  await tx
    .updateTable('bankReceipt')
    .set({ state: 'approving', accountId: account, claimId, rule, reason })
    .where('receiptId', '=', receiptId)
    .execute()
  if (claimId) await updateClaimState(tx, account, claimId, { state: 'approving', reason: null, now })
  return 'approving'
}

const creditPayload = z.object({
  receiptId: z.uuid(),
  claimId: z.uuid().nullable(),
  rule: z.enum(['code', 'claim', 'attested', 'registered', 'manual']),
  support: z.enum(['attested', 'registered', 'none']),
  bankSerial: z.string(),
  payerName: z.string(),
  memo: z.string(),
  claimNumber: z.string().nullable(),
  isListed: z.boolean(),
})

/**
 * Credits a large receipt, or one from a payer with none of the account's names, once a second member of staff
 * approves.
 */
export const bankCreditAct = accountApprovalAct<z.output<typeof creditPayload>>({
  schema: creditPayload,
  facts: ({ bankSerial, payerName, memo, claimNumber, support, isListed }) => [
    { name: '银行流水号', text: isListed ? bankSerial : `${bankSerial}（手工登记，请到网上银行核对）` },
    { name: '付款户名', text: support === 'none' ? `${payerName}（与客户户名不一致）` : payerName },
    { name: '附言', text: memo || '–' },
    ...(claimNumber ? [{ name: '认领单号', text: claimNumber }] : []),
  ],
  run: (tx, { receiptId, claimId, rule }, { account, reason, staffId, now }) =>
    creditReceipt(tx, account, { receiptId, claimId, rule, reason, staffId, now, from: 'approving' }),
  declined: async (tx, { receiptId, claimId }, { account, now }) => {
    await lockReceipt(tx, receiptId, ['approving'])
    await tx
      .updateTable('bankReceipt')
      .set({ state: 'waiting', accountId: null, claimId: null, rule: null, reason: null })
      .where('receiptId', '=', receiptId)
      .execute()
    if (claimId) await updateClaimState(tx, account, claimId, { state: 'waiting', reason: null, now })
  },
})

interface Returning extends Acting {
  receiptId: string
  returnSerial: string
  claim: { account: AccountId; claimId: string } | null
}

/**
 * Records that the bank returned a receipt to its payer, with the bank's serial number. Refuses as `confirmReceipt`.
 * Returns the sum.
 */
export async function returnReceipt(tx: Tx, { receiptId, returnSerial, claim, staffId, reason, now }: Returning): Promise<number> {
  const receipt = await lockReceipt(tx, receiptId, ['waiting'])
  await tx
    .updateTable('bankReceipt')
    .set({ state: 'returned', returnSerial, reason, decidedBy: staffId, decidedAt: now })
    .where('receiptId', '=', receiptId)
    .execute()
  if (!claim) return receipt.amountHao
  await lockClaimFor(tx, claim.account, claim.claimId, receipt.amountHao, ['waiting', 'more'])
  await updateClaimState(tx, claim.account, claim.claimId, { state: 'returned', reason, now })
  await notifyAccount(tx, claim.account, {
    kind: 'finance',
    title: `汇款已退回 ${formatYuan(receipt.amountHao)}`,
    body: `原因：${reason}`,
    link: `/system/finance/recharge?tab=claims&claim=${claim.claimId}`,
    now,
  })
  return receipt.amountHao
}

interface Answering extends Acting {
  account: AccountId
  claimId: string
  state: 'more' | 'rejected'
}

/**
 * Asks the customer for more information on a claim, or rejects it; the customer reads the reason. Refuses `not_found`
 * and `state_forbids`. Returns the claim's number.
 */
export async function answerClaim(tx: Tx, { account, claimId, state, reason, now }: Answering): Promise<string> {
  const claim = await lockClaim(tx, account, claimId)
  if (claim.state !== 'waiting' && !(claim.state === 'more' && state === 'rejected'))
    refuse('state_forbids', { state: '已处理', action: state === 'more' ? '要求补充' : '驳回' })
  await updateClaimState(tx, account, claimId, { state, reason, now })
  await notifyAccount(tx, account, {
    kind: 'finance',
    title: state === 'more' ? '汇款认领需要补充' : '汇款认领被驳回',
    body: `${claim.claimNumber}：${reason}`,
    link: `/system/finance/recharge?tab=claims&claim=${claimId}`,
    now,
  })
  return claim.claimNumber
}

interface ReceiptRow {
  receiptId: string
  bankSerial: string
  amountHao: number
  payerName: string
  payerAccount: string
  memo: string
  cameAt: Date
  state: ReceiptState
  rule: ReceiptRule | null
  accountId: AccountId | null
  accountName: string | null
  reason: string | null
  returnSerial: string | null
  recordedBy: string | null
  recordedAt: Date
  isListed: boolean
  decidedBy: string | null
  decidedAt: Date | null
}

const receiptFrom = sql`
  select receipt.receipt_id, receipt.bank_serial, receipt.amount_hao, receipt.payer_name,
    receipt.payer_account, receipt.memo, receipt.came_at, receipt.state, receipt.rule, receipt.account_id,
    ${shownAccountName} as "accountName", receipt.reason, receipt.return_serial, noter.name as "recordedBy", receipt.recorded_at,
    receipt.statement_id is not null as "isListed", decider.name as "decidedBy", receipt.decided_at
  from bank_receipt as receipt
  left join account on account.account_id = receipt.account_id
  left join staff as noter on noter.staff_id = receipt.recorded_by
  left join staff as decider on decider.staff_id = receipt.decided_by`

interface ReceiptFilter {
  state?: ReceiptState | undefined
  text?: string | undefined
  cursor?: string | undefined
  pageSize: number
}

const like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Receipts, latest recorded first. */
export async function listReceipts(executor: Executor, { state, text, cursor, pageSize }: ReceiptFilter) {
  const { rows } = await sql<ReceiptRow>`
    ${receiptFrom} -- across accounts: our own bank account's lines
    where true ${state ? sql`and receipt.state = ${state}` : sql``} ${cursor ? sql`and (receipt.came_at, receipt.receipt_id) < (select came_at, receipt_id from bank_receipt where receipt_id = ${cursor})` : sql``}
      ${text ? sql`and (receipt.bank_serial = ${text} or receipt.payer_name like ${like(text)} or receipt.memo like ${like(text)})` : sql``}
    order by receipt.came_at desc, receipt.receipt_id desc limit ${pageSize + 1}`.execute(executor)
  const shown = rows.slice(0, pageSize)
  return { rows: shown, nextCursor: rows.length > pageSize ? lastOrThrow(shown).receiptId : null }
}

/** A receipt with the accounts it may belong to, surest first. Refuses `not_found`. */
export async function readReceipt(executor: Executor, receiptId: string) {
  const { rows } = await sql<ReceiptRow>`
    ${receiptFrom} -- across accounts: our own bank account's lines
    where receipt.receipt_id = ${receiptId}`.execute(executor)
  const receipt = rows[0] ?? refuse('not_found')
  return { ...receipt, proposals: receipt.state === 'waiting' ? await proposalsFor(executor, receipt) : [] }
}

const shownProposals = 10

/**
 * Accounts that a receipt may belong to, surest first: by the code in the memo, a claim of the same sum and payer, the
 * attested name, a registered name.
 */
async function proposalsFor(executor: Executor, receipt: ReceiptRow) {
  const codes = transferCodesIn(receipt.memo)
  const { rows } = await sql<{
    accountId: AccountId
    accountName: string
    rule: ReceiptRule
    claimId: string | null
    claimNumber: string | null
  }>`
    -- across accounts: a payer may be any of them
    with found as (
      select account_id, 1 as place, 'code' as rule, null::uuid as claim_id, null as claim_number from transfer_code where transfer_code = any(${codes}::text[])
      union all
      select account_id, 2, 'claim', claim_id, claim_number from bank_claim
        where state in ('waiting', 'more') and amount_hao = ${receipt.amountHao} and payer_name = ${receipt.payerName}
      union all
      select account_id, 3, 'attested', null, null from account
        where regexp_replace(normalize(attested_name, NFKC), '\\s', '', 'g') = ${receipt.payerName} and state <> 'closed'
      union all
      select account_id, 4, 'registered', null, null from payer_name where name = ${receipt.payerName})
    select best.account_id, ${shownAccountName} as "accountName", best.rule, claim.claim_id, claim.claim_number
    from (select distinct on (account_id) account_id, place, rule from found order by account_id, place) as best
    join account on account.account_id = best.account_id
    left join lateral (select claim_id, claim_number from found where found.account_id = best.account_id and found.claim_id is not null limit 1) as claim on true
    order by best.place, account.name limit ${shownProposals}`.execute(executor)
  const proposals: ((typeof rows)[number] & { nameSupport: NameSupport })[] = []
  for (const row of rows) proposals.push({ ...row, nameSupport: await nameSupportOf(executor, row.accountId, receipt.payerName) })
  return proposals
}

/** What waits for staff at the bank account, and for how long: for the work list of the back office. */
export async function bankQueue(executor: Executor): Promise<{ claimCount: number; receiptCount: number; oldestAt: Date | null }> {
  const { rows } = await sql<{ claimCount: number; receiptCount: number; oldestAt: Date | null }>`
    -- across accounts: the platform's own queue
    select (select count(*) from bank_claim where state = 'waiting') as "claimCount",
      (select count(*) from bank_receipt where state = 'waiting') as "receiptCount",
      (select min(created_at) from bank_claim where state = 'waiting') as "oldestAt"`.execute(executor)
  return firstOrThrow(rows)
}
