import { randomInt } from 'node:crypto'
import { plainName, type ReceivingAccount } from '#contract/payments/bank.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { pick } from '#values/pick.ts'
import { transferCodeOf } from '#values/transfer-code.ts'

/** The bank account that customers pay to, and since when; null while the platform accepts no transfers. */
export async function readReceivingAccount(executor: Executor): Promise<(ReceivingAccount & { since: Date }) | null> {
  const row = await executor
    .selectFrom('receivingAccount')
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('receivingAccountId', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { holder: row.holder, accountNumber: row.accountNumber, bank: row.bank, bankCode: row.bankCode, since: row.createdAt } : null
}

/** Sets the bank account that customers pay to; earlier ones stay in the history. Runs in the platform's role. */
export async function setReceivingAccount(tx: Tx, to: ReceivingAccount & { staffId: string | null; now: Date }): Promise<void> {
  await tx
    .insertInto('receivingAccount')
    .values({
      receivingAccountId: newId(to.now.getTime()),
      ...pick(to, 'holder', 'accountNumber', 'bank', 'bankCode', 'staffId'),
      createdAt: to.now,
    })
    .execute()
}

/** An account's own 8 digits for the purpose of a transfer, created at first use. */
export async function readTransferCode(tx: Tx, account: AccountId): Promise<string> {
  const find = () => tx.selectFrom('transferCode').select('transferCode').where('accountId', '=', account).executeTakeFirst()
  let found = await find()
  // Two accounts may draw the same number, and one account may draw twice concurrently: the second inserts nothing and
  // reads again.
  while (!found) {
    const code = transferCodeOf(String(randomInt(10 ** 6, 10 ** 7)))
    await tx
      .insertInto('transferCode')
      .values({ transferCode: code, accountId: account })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    found = await find()
  }
  return found.transferCode
}

/** Payer names of an account besides its attested one, oldest first. */
export async function payerNamesOf(executor: Executor, account: AccountId): Promise<string[]> {
  const rows = await executor
    .selectFrom('payerName')
    .select('name')
    .where('accountId', '=', account)
    .orderBy('createdAt')
    .orderBy('name')
    .execute()
  return rows.map(row => row.name)
}

/** Registers a payer name. Refuses `payer_exists` and `too_many`. */
export async function addPayerName(tx: Tx, account: AccountId, name: string, now: Date): Promise<void> {
  await tx.selectFrom('account').select('accountId').where('accountId', '=', account).forNoKeyUpdate().execute()
  const names = await payerNamesOf(tx, account)
  const plain = plainName(name)
  if (names.includes(plain)) refuse('payer_exists', { name: plain })
  if (names.length >= limits.payerNames) refuse('too_many', { limit: limits.payerNames, noun: '汇款人户名' })
  await tx.insertInto('payerName').values({ accountId: account, name: plain, createdAt: now }).execute()
}

/** Refuses `not_found`. */
export async function removePayerName(tx: Tx, account: AccountId, name: string): Promise<void> {
  const gone = await tx.deleteFrom('payerName').where('accountId', '=', account).where('name', '=', name).returning('name').execute()
  if (gone.length === 0) refuse('not_found')
}

export async function attestedNameOf(executor: Executor, account: AccountId): Promise<string | null> {
  const row = await executor.selectFrom('account').select('attestedName').where('accountId', '=', account).executeTakeFirstOrThrow()
  return row.attestedName
}

/** Whether a payer's name is the account's attested one, a registered one, or neither. */
export async function nameSupportOf(executor: Executor, account: AccountId, payer: string): Promise<'attested' | 'registered' | 'none'> {
  const plain = plainName(payer)
  const attested = await attestedNameOf(executor, account)
  if (attested !== null && plainName(attested) === plain) return 'attested'
  return (await payerNamesOf(executor, account)).includes(plain) ? 'registered' : 'none'
}
