import { sql } from 'kysely'
import { asAccount, type Db, type Tx } from '#db/connect.ts'
import { balancesOf, bonusLedgerAccount, bookTransfers } from '#domain/ledger/index.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import { lockAccount } from '#domain/orders/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { formatYuan } from '#values/money.ts'

/** Takes back the rest of expired bonus credit, with a statement line for each. Returns the sum in hao. */
export async function expireBonus(tx: Tx, account: AccountId, now: Date): Promise<number> {
  await lockAccount(tx, account)
  const { bonuses } = await balancesOf(tx, account)
  const over = bonuses.filter(({ expiresAt, availableCount }) => expiresAt <= now && availableCount > 0)
  await bookTransfers(
    tx,
    account,
    over.map(({ grantId, name, availableCount }) => ({
      transferId: newId(),
      from: bonusLedgerAccount(grantId, 'available'),
      to: bonusLedgerAccount(grantId, 'outside'),
      amount: availableCount,
      kind: 'expire',
      referenceId: grantId,
      remark: `${name} 到期`,
      at: now,
    })),
  )
  return over.reduce((sum, { availableCount }) => sum + availableCount, 0)
}

/**
 * The same for every account with expired bonus credit, each in its own transaction and with a notification. Returns
 * how many accounts.
 */
export async function expireBonuses(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ accountId: AccountId }>`
    select distinct ledger_account.account_id from ledger_account -- across accounts: gifts of all of them end
    join credit_grant as gift on gift.account_id = ledger_account.account_id and gift.grant_id = ledger_account.grant_id
    where ledger_account.asset = 'bonus' and ledger_account.purpose = 'available' and ledger_account.credits > ledger_account.debits and gift.expires_at <= ${now}`.execute(
    db,
  )
  for (const { accountId } of rows)
    await asAccount(db, accountId, async tx => {
      const takenHao = await expireBonus(tx, accountId, now)
      if (takenHao === 0) return
      await notifyAccount(tx, accountId, {
        kind: 'finance',
        title: `赠送金${formatYuan(takenHao)}已到期`,
        body: `没有用完的赠送金${formatYuan(takenHao)}已到期，不能再用。`,
        link: '/system/finance/transaction?wallet=bonus',
        now,
      })
    })
  return rows.length
}
