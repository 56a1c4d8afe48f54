import { sql } from 'kysely'
import { type LedgerInvariant, ledgerInvariants } from '#contract/payments/ledger-invariant.ts'
import { bankProblemText } from '#contract/payments/reconciliation.ts'
import type { Db, Executor } from '#db/connect.ts'
import { lastClosable } from '#domain/billing/index.ts'
import { shownAccountName } from '#domain/platform/index.ts'
import { monthAfter, monthStart } from '#values/china-month.ts'
import { type AccountId, newId } from '#values/id.ts'
import { tableOf } from '#values/keys.ts'
import { formatYuan } from '#values/money.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { pick } from '#values/pick.ts'
import { bankProblems, countStatements } from './bank-check.ts'
import { brokenInvariants, type InvariantProblem } from './invariant.ts'

const shownProblems = 50

/**
 * Ledger health check: verifies every account against every invariant, each in a transaction with one snapshot, and the
 * gateways' statements against the recharges. Stores the findings and how often each invariant was checked. Returns the
 * check's id and the number of problems.
 */
export async function checkLedgers(db: Db, now: () => Date): Promise<{ checkId: string; accountCount: number; problemCount: number }> {
  const checkId = newId(now().getTime())
  await db.insertInto('ledgerCheck').values({ checkId, startedAt: now() }).execute()
  const { rows } = await sql<{ accountId: AccountId }>`
    select account_id from account -- across accounts: the check of all books
    order by account_id`.execute(db)
  const counts = tableOf(ledgerInvariants, () => ({ checked: rows.length, failed: 0 }))
  let problemCount = 0
  const note = async (accountId: AccountId | null, problems: readonly InvariantProblem[]) => {
    for (const invariant of new Set(problems.map(problem => problem.invariant))) counts[invariant].failed += 1
    problemCount += problems.length
    if (problems.length > 0)
      await db
        .insertInto('ledgerFinding')
        .values(
          problems
            .slice(0, shownProblems)
            .map(({ invariant, problem }) => ({ checkId, findingId: newId(), accountId, invariant, problem })),
        )
        .execute()
  }
  for (const { accountId } of rows) {
    const found = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async tx => [...(await brokenInvariants(tx, accountId, now())), ...(await missingBill(tx, accountId, now()))])
    await note(accountId, found)
  }
  const paymentMethods = await paymentMethodProblems(db)
  counts.T6.checked = paymentMethods.checked
  for (const problem of paymentMethods.problems) await note(problem.accountId, [{ invariant: 'T6', problem: problem.text }])
  const bank = await bankProblems(db, now())
  counts.bank.checked = await countStatements(db)
  for (const found of bank) await note(found.accountId, [{ invariant: 'bank', problem: bankProblemText(found) }])
  await db
    .updateTable('ledgerCheck')
    .set({ finishedAt: now(), accountCount: rows.length, invariants: JSON.stringify(counts) })
    .where('checkId', '=', checkId)
    .execute()
  return { checkId, accountCount: rows.length, problemCount }
}

const lateMs = 86_400_000

/** A month that was due a day ago and is still open: closing failed. */
async function missingBill(executor: Executor, account: AccountId, now: Date): Promise<InvariantProblem[]> {
  const month = lastClosable(new Date(now.getTime() - lateMs))
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from bill where account_id = ${account} and month = ${month}) as found from account
    where account_id = ${account} and created_at < ${monthStart(monthAfter(month))}`.execute(executor)
  return rows[0]?.found === false ? [{ invariant: 'bill', problem: `${month} 应已出账，但还没有账单` }] : []
}

const differences: Record<string, string> = {
  theirs_only: '渠道有、我们没有',
  ours_only: '我们有、渠道没有',
  amount: '金额不一致',
  unbooked: '已支付但没有入账',
}

/** Unresolved differences between the gateways' statements and the recharges of the same days. */
const sideText = (hao: number | null) => (hao === null ? '没有' : formatYuan(hao))

async function paymentMethodProblems(executor: Executor) {
  const { rows: days } = await sql<{ checked: number }>`select count(*) as checked from gateway_statement`.execute(executor)
  const { rows } = await sql<{
    accountId: AccountId | null
    paymentMethod: string
    day: string
    number: string
    problem: string
    ours: number | null
    theirs: number | null
  }>`
    select account_id, payment_method, day, trade_number as number, problem, our_hao as ours, their_hao as theirs
    from gateway_difference where resolved_at is null order by found_at limit ${shownProblems}`.execute(executor)
  return {
    checked: firstOrThrow(days).checked,
    problems: rows.map(row => ({
      accountId: row.accountId,
      text: `${row.paymentMethod} ${row.day} ${row.number}：${differences[row.problem]}（我们 ${sideText(row.ours)}，渠道 ${sideText(row.theirs)}）`,
    })),
  }
}

/** The last checks, newest first, and the findings of the newest. */
export async function readHealth(executor: Executor) {
  const checks = await executor.selectFrom('ledgerCheck').selectAll().orderBy('checkId', 'desc').limit(15).execute()
  const latest = checks.find(check => check.finishedAt !== null)
  const { rows: found } = await sql<{ findingId: string; accountId: AccountId | null; invariant: LedgerInvariant; problem: string }>`
    select finding_id, account_id, invariant, problem from ledger_finding
    where check_id = ${latest?.checkId ?? null} order by invariant, finding_id limit 500`.execute(executor)
  const { rows: accounts } = await sql<{ accountId: AccountId; name: string }>`
    -- across accounts: whose books are wrong
    select account_id, ${shownAccountName} as name from account where account_id = any(${found.map(one => one.accountId)}::uuid[])`.execute(
    executor,
  )
  const names = new Map(accounts.map(one => [one.accountId, one.name]))
  const findings = found.map(one => ({ ...one, accountName: one.accountId && (names.get(one.accountId) ?? null) }))
  return {
    checks: checks.map(check => ({
      ...pick(check, 'checkId', 'startedAt', 'finishedAt', 'accountCount'),
      failedInvariants: Object.values(check.invariants).filter(({ failed }) => failed > 0).length,
    })),
    invariants: latest ? latest.invariants : null,
    findings,
  }
}

const keptChecks = 90

/** Purges the oldest checks with their findings. */
export const purgeChecks = (db: Db) =>
  sql`delete from ledger_check where check_id < (select check_id from ledger_check order by check_id desc offset ${keptChecks} limit 1)`.execute(
    db,
  )

/** The last check that has ended: when, and how many differences it found. Null: there was none. */
export async function lastCheckResult(executor: Executor): Promise<{ finishedAt: Date; findingCount: number } | null> {
  const { rows } = await sql<{ finishedAt: Date; findingCount: number }>`
    select finished_at, (select count(*) from ledger_finding where ledger_finding.check_id = ledger_check.check_id) as finding_count
    from ledger_check where finished_at is not null order by check_id desc limit 1`.execute(executor)
  return rows[0] ?? null
}

/** Start of the last check; null: there was none. */
export async function lastCheckAt(executor: Executor): Promise<Date | null> {
  const row = await executor.selectFrom('ledgerCheck').select('startedAt').orderBy('checkId', 'desc').limit(1).executeTakeFirst()
  return row?.startedAt ?? null
}
