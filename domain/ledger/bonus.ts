import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import { haoPerFen } from '#values/money.ts'
import { type GrantBalance, isUsable } from './balance.ts'
import type { LedgerAccount, Product, Purpose } from './ledger-account.ts'
import type { Transfer } from './transfer.ts'

/** The amount that one grant of gift money pays or gets back. */
export interface BonusShare {
  grantId: string
  amountHao: number
}

export const bonusLedgerAccount = (grantId: string, purpose: Purpose): LedgerAccount => ({ purpose, grantId, isBonus: true })

/**
 * Chooses the grants of gift money that pay an amount: first to expire first, in whole fen in total, since the rest
 * paid by the balance must be. `bonuses` are ordered by expiry, as from `balancesOf`.
 */
export function allocateBonus(bonuses: readonly GrantBalance<'bonus'>[], amountHao: number, now: Date): BonusShare[] {
  const usable = bonuses.filter(bonus => isUsable(bonus, now))
  const whole = usable.reduce((sum, bonus) => sum + bonus.availableCount, 0)
  let left = Math.min(amountHao, whole - (whole % haoPerFen))
  const shares: BonusShare[] = []
  for (const { grantId, availableCount } of usable) {
    const taken = Math.min(left, availableCount)
    if (taken > 0) shares.push({ grantId, amountHao: taken })
    left -= taken
  }
  return shares
}

export const sumOf = (shares: readonly BonusShare[]): number => shares.reduce((sum, { amountHao }) => sum + amountHao, 0)

/**
 * The part of a refund that returns to gift money: in the proportion of the payment, in whole fen; the rest of a fen
 * goes to the balance.
 */
export const bonusPart = (refundHao: number, { amountHao, bonusHao }: { amountHao: number; bonusHao: number }): number =>
  Number((BigInt(refundHao) * BigInt(bonusHao)) / (BigInt(amountHao) * BigInt(haoPerFen))) * haoPerFen

/** Distributes an amount in 毫 in proportion to what each grant had paid, which is also its maximum. */
export function shareBack(paid: readonly BonusShare[], backHao: number): BonusShare[] {
  const whole = sumOf(paid)
  const upTo = (sum: number) => Number((BigInt(backHao) * BigInt(sum)) / BigInt(whole))
  let before = 0
  return paid.flatMap(({ grantId, amountHao }) => {
    const share = { grantId, amountHao: upTo(before + amountHao) - upTo(before) }
    before += amountHao
    return share.amountHao > 0 ? [share] : []
  })
}

/** The grants of gift money that paid an order. */
export async function bonusOfOrder(executor: Executor, account: AccountId, orderId: string): Promise<BonusShare[]> {
  const { rows } = await sql<BonusShare>`
    select ledger_account.grant_id, sum(amount)::bigint as "amountHao" from transfer
    join ledger_account on ledger_account.account_id = ${account} and ledger_account.ledger_account_id = transfer.credit_id
    where transfer.account_id = ${account} and transfer.asset = 'bonus' and transfer.kind = 'purchase' and transfer.reference_id = ${orderId}
    group by ledger_account.grant_id order by ledger_account.grant_id`.execute(executor)
  return rows
}

/** Transfers of gift money that pay or refund an order. */
export const bonusTransfers = (
  shares: readonly BonusShare[],
  said: { kind: 'purchase' | 'refund'; product: Product; referenceId: string; at: Date; remark?: string },
): Transfer[] =>
  shares.map(({ grantId, amountHao }) => {
    const [from, to] = said.kind === 'purchase' ? (['available', 'spent'] as const) : (['spent', 'available'] as const)
    return { ...said, transferId: newId(), from: bonusLedgerAccount(grantId, from), to: bonusLedgerAccount(grantId, to), amount: amountHao }
  })
