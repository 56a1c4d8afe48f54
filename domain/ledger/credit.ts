import { sql } from 'kysely'
import type { Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import { formatYuan } from '#values/money.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { pick } from '#values/pick.ts'
import type { GrantKind } from './balance.ts'
import { openLedgerAccounts } from './ledger-account.ts'
import { bookTransfers } from './transfer.ts'

/**
 * Credits a recharge in 毫 to the balance; idempotent by transfer id. Arrears are paid from it first, which the entry
 * says; returns that amount.
 */
export async function recharge(
  tx: Tx,
  account: AccountId,
  input: { transferId: string; amountHao: number; remark?: string; at?: Date },
): Promise<number> {
  await openLedgerAccounts(tx, account, null, 'cny')
  const { rows } = await sql<{ owedHao: number }>`
    select greatest(debits - credits, 0) as "owedHao" from ledger_account where account_id = ${account} and asset = 'cny' and purpose = 'available'`.execute(
    tx,
  )
  const repaidHao = Math.min(firstOrThrow(rows).owedHao, input.amountHao)
  const remark = [...(input.remark ? [input.remark] : []), ...(repaidHao > 0 ? [`其中${formatYuan(repaidHao)}归还欠费`] : [])].join('，')
  await bookTransfers(tx, account, [
    {
      transferId: input.transferId,
      from: { purpose: 'outside', grantId: null },
      to: { purpose: 'available', grantId: null },
      amount: input.amountHao,
      kind: 'recharge',
      ...(remark ? { remark } : {}),
      ...(input.at ? { at: input.at } : {}),
    },
  ])
  if (repaidHao > 0)
    await sql`
      update ledger_account set debt = greatest(debits - credits - credit_limit, 0)
      where account_id = ${account} and asset = 'cny' and purpose = 'available' and debt > 0`.execute(tx)
  return repaidHao
}

/**
 * Lets a correction overdraw the balance by an amount in 毫 beyond the credit limit (arrears, 欠费). The caller holds the
 * account's row lock.
 */
export async function allowDebt(tx: Tx, account: AccountId, debtHao: number): Promise<void> {
  await sql`
    update ledger_account set debt = greatest(debt, ${debtHao} - credit_limit)
    where account_id = ${account} and asset = 'cny' and purpose = 'available' and ${debtHao} > credit_limit`.execute(tx)
}

export interface NewGrant {
  grantId: string
  kind: GrantKind | 'bonus'
  name: string
  /** Segments, link units, or 毫 of gift money. */
  segmentCount: number
  source: 'gift' | 'purchase'
  startsAt: Date
  expiresAt: Date
  orderId?: string
  remark?: string
}

/**
 * Grants an account a given or bought package of segments or (kind `link`) link units, or gift money (kind `bonus`);
 * idempotent by grant id.
 */
export async function grantSegments(tx: Tx, account: AccountId, grant: NewGrant): Promise<void> {
  const inserted = await tx
    .insertInto('creditGrant')
    .values({
      accountId: account,
      ...pick(grant, 'grantId', 'kind', 'name', 'segmentCount', 'source', 'startsAt', 'expiresAt'),
      orderId: grant.orderId ?? null,
    })
    .onConflict(conflict => conflict.columns(['accountId', 'grantId']).doNothing())
    .returning('grantId')
    .executeTakeFirst()
  if (!inserted) return
  await openLedgerAccounts(tx, account, grant.grantId, assetOf(grant.kind))
  const isBonus = grant.kind === 'bonus'
  await bookTransfers(tx, account, [
    {
      transferId: newId(),
      from: { purpose: 'outside', grantId: grant.grantId, isBonus },
      to: { purpose: 'available', grantId: grant.grantId, isBonus },
      amount: grant.segmentCount,
      kind: 'grant',
      referenceId: grant.grantId,
      at: grant.startsAt,
      ...(grant.remark ? { remark: grant.remark } : {}),
    },
  ])
}

const assetOf = (kind: NewGrant['kind']) => (kind === 'link' || kind === 'bonus' ? kind : 'segment')
