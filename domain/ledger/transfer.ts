import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'

export type Asset = 'cny' | 'segment'
export type Purpose = 'outside' | 'available' | 'held' | 'spent'
export type TransferKind = 'recharge' | 'grant' | 'purchase' | 'hold' | 'post' | 'void' | 'refund' | 'adjust' | 'expire'

/** The pocket a transfer takes from or gives to: of the balance in 毫, or of one credit grant in segments. */
export interface Pocket {
  purpose: Purpose
  /** Null: the balance in money. */
  grantId: string | null
}

export interface Transfer {
  /** The idempotency key: a transfer with a known id has no second effect. */
  transferId: string
  from: Pocket
  to: Pocket
  /** 毫 or segments, positive. */
  amount: number
  kind: TransferKind
  referenceId?: string | null
  remark?: string
  at?: Date
}

const purposes: readonly Purpose[] = ['outside', 'available', 'held', 'spent']
const assetOf = (grantId: string | null): Asset => (grantId === null ? 'cny' : 'segment')
const pocketKey = (pocket: Pocket) => `${pocket.purpose}/${pocket.grantId ?? ''}`

/** Makes the four ledger accounts of a grant, or of the balance (null). Safe to repeat. */
export async function openPockets(tx: Tx, account: AccountId, grantId: string | null): Promise<void> {
  await tx
    .insertInto('ledger_account')
    .values(
      purposes.map(purpose => ({ account_id: account, ledger_account_id: newId(), asset: assetOf(grantId), purpose, grant_id: grantId })),
    )
    .onConflict(conflict => conflict.columns(['account_id', 'asset', 'purpose', 'grant_id']).doNothing())
    .execute()
}

/**
 * Books transfers of one account and moves its balances in the same statement order for everyone, so that concurrent callers wait instead of
 * deadlocking. Returns the ids that were new. Refuses `balance_insufficient` when a pocket other than `outside` would go below zero; then nothing of the
 * surrounding transaction may stand.
 */
export async function bookTransfers(tx: Tx, account: AccountId, transfers: readonly Transfer[]): Promise<Set<string>> {
  if (transfers.length === 0) return new Set()
  const pockets = await lockPockets(tx, account, transfers)
  const idOf = (pocket: Pocket) => {
    const id = pockets.get(pocketKey(pocket))
    if (!id) throw new Error(`no ledger account ${pocketKey(pocket)}`)
    return id
  }
  const inserted = await tx
    .insertInto('transfer')
    .values(
      transfers.map(transfer => ({
        account_id: account,
        transfer_id: transfer.transferId,
        debit_id: idOf(transfer.from),
        credit_id: idOf(transfer.to),
        asset: assetOf(transfer.from.grantId),
        amount: transfer.amount,
        kind: transfer.kind,
        reference_id: transfer.referenceId ?? null,
        remark: transfer.remark ?? null,
        ...(transfer.at ? { at: transfer.at } : {}),
      })),
    )
    .onConflict(conflict => conflict.columns(['account_id', 'transfer_id']).doNothing())
    .returning('transfer_id')
    .execute()
  const fresh = new Set(inserted.map(row => row.transfer_id))
  const moves = new Map<string, { debit: number; credit: number }>()
  const add = (id: string, debit: number, credit: number) => {
    const move = moves.get(id) ?? { debit: 0, credit: 0 }
    moves.set(id, { debit: move.debit + debit, credit: move.credit + credit })
  }
  for (const transfer of transfers) {
    if (!fresh.has(transfer.transferId)) continue
    add(idOf(transfer.from), transfer.amount, 0)
    add(idOf(transfer.to), 0, transfer.amount)
  }
  await moveBalances(tx, account, moves)
  return fresh
}

/** Ids by pocket, with the rows locked in the order of their ids. */
async function lockPockets(tx: Tx, account: AccountId, transfers: readonly Transfer[]): Promise<Map<string, string>> {
  const touched = transfers.flatMap(({ from, to }) => [from, to])
  const grantIds = [...new Set(touched.map(pocket => pocket.grantId).filter(id => id !== null))]
  const touchesMoney = touched.some(pocket => pocket.grantId === null)
  const find = () =>
    tx
      .selectFrom('ledger_account')
      .select(['ledger_account_id', 'purpose', 'grant_id'])
      .where('account_id', '=', account)
      .where(({ or, eb }) =>
        or([eb('grant_id', 'in', grantIds.length > 0 ? grantIds : [null]), ...(touchesMoney ? [eb('grant_id', 'is', null)] : [])]),
      )
      .orderBy('ledger_account_id')
      .forNoKeyUpdate()
      .execute()
  let rows = await find()
  if (touchesMoney && !rows.some(row => row.grant_id === null)) {
    await openPockets(tx, account, null)
    rows = await find()
  }
  return new Map(rows.map(row => [pocketKey({ purpose: row.purpose as Purpose, grantId: row.grant_id }), row.ledger_account_id]))
}

async function moveBalances(tx: Tx, account: AccountId, moves: Map<string, { debit: number; credit: number }>): Promise<void> {
  if (moves.size === 0) return
  const ids = [...moves.keys()]
  const debits = ids.map(id => moves.get(id)!.debit)
  const credits = ids.map(id => moves.get(id)!.credit)
  try {
    await sql`
      update ledger_account as pocket set debits = pocket.debits + move.debit, credits = pocket.credits + move.credit
      from unnest(${ids}::uuid[], ${debits}::bigint[], ${credits}::bigint[]) as move (id, debit, credit)
      where pocket.account_id = ${account} and pocket.ledger_account_id = move.id`.execute(tx)
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'ledger_account_overdraft')
      refuse('balance_insufficient', { missing: '可用额度' })
    throw error
  }
}
