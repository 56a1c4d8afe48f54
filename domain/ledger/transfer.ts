import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { refuse } from '#contract/refusals.ts'
import { accountRow } from '#db/account-row.ts'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { formatYuan } from '#values/money.ts'
import { consumingOf, contraEntriesOf } from './contra-entry.ts'
import {
  type AnyLedgerAccount,
  type HeldLedgerAccount,
  type LedgerAccount,
  ledgerAccountKey,
  lockLedgerAccounts,
  type Needed,
  openLedgerAccounts,
  type Product,
  type Purpose,
} from './ledger-account.ts'

/** Acts on the invoiceable amount: requested, issued, returned without an invoice, reversed by a credit note (红字发票). */
export type InvoiceKind = 'request' | 'issue' | 'return' | 'reverse'
type PlainKind = 'recharge' | 'grant' | 'hold' | 'void' | 'adjust' | 'expire' | 'withdraw' | InvoiceKind
type TransferKind = 'purchase' | 'post' | 'refund' | PlainKind

/** Attribution for invoices: spending and refunds name their product, purchases and their refunds also the order. */
type InvoiceAttribution =
  | { kind: 'purchase' | 'refund'; product: Product /** The order's id. */; referenceId: string }
  | { kind: 'post'; product: Product; referenceId?: string | null }
  | { kind: PlainKind; product?: undefined; referenceId?: string | null }

export type Transfer = InvoiceAttribution & {
  /** Idempotency key: a transfer with a known id has no effect. */
  transferId: string
  from: LedgerAccount
  to: LedgerAccount
  /** Positive 毫, segments or link units; whole fen for requested or issued invoices. */
  amount: number
  remark?: string
  at?: Date
}

/** A transfer as written, or its contra entry in the asset `invoice`, which is new whenever the transfer is. */
export interface Entry {
  transferId: string
  contraOfId?: string
  from: AnyLedgerAccount
  to: AnyLedgerAccount
  amount: number
  kind: TransferKind
  referenceId?: string | null
  remark?: string
  at: Date
}

/**
 * Double-entry booking: writes transfers of one account and updates balances, locking in a fixed order against
 * deadlocks. Spending and refunds also change the invoiceable amount. Returns the new ids. Refuses
 * `balance_insufficient` if a ledger account other than `outside` would become negative, and `invoice_exceeds` above
 * the invoiceable amount; the caller must roll back then.
 */
export async function bookTransfers(tx: Tx, account: AccountId, transfers: readonly Transfer[]): Promise<Set<string>> {
  if (transfers.length === 0) return new Set()
  const { find, entries } = await lockAll(tx, account, transfers)
  const known = await insertEntries(tx, account, entries, find)
  const fresh = entries.filter(entry => known.has(entry.transferId))
  requireInvoiceable(fresh, find)
  await moveBalances(tx, account, fresh, find)
  return new Set(transfers.map(({ transferId }) => transferId).filter(id => known.has(id)))
}

/**
 * Books transfers with new ids that need no check, such as the outcome of a hold. The statements of `beside` go with
 * its own, so that the ledger accounts are locked as briefly as possible: every sender of the account waits for them.
 */
export async function bookNewTransfers<T>(
  tx: Tx,
  account: AccountId,
  transfers: readonly Transfer[],
  beside: () => Promise<T>,
): Promise<T> {
  if (transfers.length === 0) return beside()
  const { find, entries } = await lockAll(tx, account, transfers)
  const [, , result] = await Promise.all([
    insertedEntries(account, entries, find).execute(tx),
    moveBalances(tx, account, entries, find),
    beside(),
  ])
  return result
}

/**
 * Parts of a statement that books transfers with new ids between ledger accounts locked by the caller. Only for kinds
 * that don't change the invoiceable amount, such as holds.
 */
export function bookingParts(
  account: AccountId,
  transfers: readonly (Transfer & { at: Date })[],
  ledgerAccounts: readonly HeldLedgerAccount[],
): RawBuilder<unknown>[] {
  if (consumingOf(transfers).length > 0) throw new Error('money that is spent is booked with its mirror')
  const find = finderOf(ledgerAccounts)
  const entries = inOrder(transfers, ledgerAccounts)
  const moves = movedBalances(account, entries, find)
  const names = moves.map((_, index) => sql.raw(`moved_${index}`))
  const found = sql.join(
    names.map(name => sql`(select count(*) from ${name})`),
    sql` + `,
  )
  // Fails where a balance is not where it was locked.
  const isMoved = sql`1 / (${found} = ${moves.length})::integer = 1`
  return [
    ...moves.map((move, index) => sql`${names[index]} as (${move} returning 1)`),
    sql`booked as (${insertedEntries(account, entries, find, isMoved)})`,
  ]
}

type Find = (ledgerAccount: AnyLedgerAccount) => HeldLedgerAccount

function finderOf(ledgerAccounts: readonly HeldLedgerAccount[]): Find {
  const byKey = new Map(ledgerAccounts.map(ledgerAccount => [ledgerAccountKey(ledgerAccount), ledgerAccount]))
  return ledgerAccount => {
    const found = byKey.get(ledgerAccountKey(ledgerAccount))
    if (!found) throw new Error(`no ledger account ${ledgerAccountKey(ledgerAccount)}`)
    return found
  }
}

/** Makes entry times monotonic within a statement. */
function inOrder<T extends Transfer & { at: Date }>(transfers: readonly T[], ledgerAccounts: readonly HeldLedgerAccount[]): T[] {
  const lastAt = ledgerAccounts.reduce((last, { movedAt }) => Math.max(last, movedAt?.getTime() ?? 0), 0)
  return transfers.map(transfer =>
    isEntered(transfer.from) ? { ...transfer, at: new Date(Math.max(transfer.at.getTime(), lastAt)) } : transfer,
  )
}

/**
 * Locks the ledger accounts of the transfers and their contra entries, opens missing ones, and sets the time of every
 * entry.
 */
async function lockAll(tx: Tx, account: AccountId, transfers: readonly Transfer[]): Promise<{ find: Find; entries: Entry[] }> {
  const needed = neededOf(transfers)
  let locked = await lockLedgerAccounts(tx, account, needed)
  if (needed.money && !locked.ledgerAccounts.some(({ asset }) => asset === 'cny')) {
    await openLedgerAccounts(tx, account, null, 'cny')
    locked = await lockLedgerAccounts(tx, account, needed)
  }
  const { now } = locked
  const placed = inOrder(
    transfers.map(transfer => ({ ...transfer, at: transfer.at ?? now })),
    locked.ledgerAccounts,
  )
  const { mirrors, missing } = await contraEntriesOf(tx, account, placed, locked)
  const { ledgerAccounts } = missing ? await lockLedgerAccounts(tx, account, neededOf(placed)) : locked
  const [find, entries] = [finderOf(ledgerAccounts), [...placed, ...mirrors]]
  for (const { from, to } of entries)
    if (find(from).asset !== find(to).asset) throw new Error(`${ledgerAccountKey(from)} and ${ledgerAccountKey(to)} hold different assets`)
  return { find, entries }
}

function neededOf(transfers: readonly Transfer[]): Needed {
  const touched = transfers.flatMap(({ from, to }) => [from, to])
  return {
    grantIds: [...new Set(touched.map(ledgerAccount => ledgerAccount.grantId).filter(id => id !== null))],
    money: touched.some(isMoney),
    bonus: touched.some(({ isBonus }) => isBonus),
    rateBps: [...new Set(touched.flatMap(({ rateBp }) => (rateBp === undefined ? [] : [rateBp])))],
    consumption: consumingOf(transfers).map(({ transfer, product, orderId }) => ({ at: transfer.at ?? null, product, orderId })),
  }
}

const isMoney = ({ grantId, rateBp }: LedgerAccount) => grantId === null && rateBp === undefined
/** Whether an entry is a line of one of the account's statements: of the balance or of gift money. */
const isEntered = (ledgerAccount: LedgerAccount) => isMoney(ledgerAccount) || ledgerAccount.isBonus === true

/**
 * Writes entries with unknown ids, those of money as statement lines. Returns their ids. The ledger accounts are
 * locked.
 */
async function insertEntries(tx: Tx, account: AccountId, entries: readonly Entry[], find: Find): Promise<Set<string>> {
  const unknown = sql`not exists (
      select from transfer as known where known.account_id = ${account} and known.transfer_id = coalesce(asked.contra_of_id, asked.id))`
  const { rows } = await insertedEntries(account, entries, find, unknown).execute(tx)
  return new Set(rows.map(row => row.transferId))
}

/**
 * `unknown`: which entries to write; all if their ids are known to be new, since looking them up among an account's
 * transfers would cost more than everything else.
 */
function insertedEntries(
  account: AccountId,
  entries: readonly Entry[],
  find: Find,
  unknown: RawBuilder<unknown> = sql`true`,
): RawBuilder<{ transferId: string }> {
  const list = <T>(of: (entry: Entry) => T) => entries.map(of)
  /** The change of an entry in the available or held balance. */
  const moveOf = (purpose: Purpose) =>
    list(({ from, to, amount }) => (to.purpose === purpose ? amount : from.purpose === purpose ? -amount : 0))
  const touchesMoney = entries.some(({ from }) => isMoney(from))
  const moneyIn = (purpose: Purpose) => (touchesMoney ? find({ purpose, grantId: null }).balance : 0)
  const touchesBonus = entries.some(({ from }) => from.isBonus)
  /**
   * A column of the last statement line of gift money. Includes a grant created while this transaction waited for
   * locks.
   */
  const lastBonus = (column: 'entryNumber' | 'availableAfter' | 'heldAfter') =>
    touchesBonus
      ? sql`coalesce((select ${sql.ref(column)} from transfer as last where last.account_id = ${account} and last.asset = 'bonus'
          order by last.entry_number desc limit 1), 0)`
      : sql`null::bigint`
  return sql<{ transferId: string }>`
    insert into transfer as made (account_id, transfer_id, debit_id, credit_id, asset, amount, kind, reference_id, remark, at, contra_of_id,
      entry_number, available_after, held_after)
    select owner.account_id, id, debit_id, credit_id, asset, amount, kind, reference_id, remark, at, contra_of_id,
      case when asset = 'cny' then coalesce(last_number, 0) + row_number() over entry
        when asset = 'bonus' then ${lastBonus('entryNumber')} + row_number() over entry end,
      case when asset = 'cny' then ${moneyIn('available')}::bigint + sum(available_move) over entry
        when asset = 'bonus' then ${lastBonus('availableAfter')} + sum(available_move) over entry end,
      case when asset = 'cny' then ${moneyIn('held')}::bigint + sum(held_move) over entry
        when asset = 'bonus' then ${lastBonus('heldAfter')} + sum(held_move) over entry end
    from ${accountRow(account)}
    cross join unnest(${list(one => one.transferId)}::uuid[], ${list(one => find(one.from).id)}::uuid[], ${list(one => find(one.to).id)}::uuid[],
      ${list(one => find(one.from).asset)}::text[], ${list(one => one.amount)}::bigint[], ${list(one => one.kind)}::text[],
      ${list(one => one.referenceId ?? null)}::uuid[], ${list(one => one.remark ?? null)}::text[], ${list(one => one.at)}::timestamptz[],
      ${list(one => one.contraOfId ?? null)}::uuid[], ${moveOf('available')}::bigint[], ${moveOf('held')}::bigint[]) with ordinality
      as asked (id, debit_id, credit_id, asset, amount, kind, reference_id, remark, at, contra_of_id, available_move, held_move, place)
    left join lateral (select entry_number as last_number from transfer as last
      where last.account_id = ${account} and last.asset = 'cny' and asked.asset = 'cny' order by entry_number desc limit 1) as last on true
    where ${unknown}
    window entry as (partition by owner.account_id, asset order by place)
    returning transfer_id`
}

/** Only refunds may make the invoiceable amount negative. */
function requireInvoiceable(entries: readonly Entry[], find: Find): void {
  const asked = entries.filter(({ kind }) => kind === 'request')
  for (const ledgerAccount of new Set(asked.map(({ from }) => find(from)))) {
    const amount = asked.reduce((sum, entry) => (find(entry.from) === ledgerAccount ? sum + entry.amount : sum), 0)
    if (amount > ledgerAccount.balance) refuse('invoice_exceeds', { available: formatYuan(Math.max(0, ledgerAccount.balance)) })
  }
}

async function moveBalances(tx: Tx, account: AccountId, entries: readonly Entry[], find: Find): Promise<void> {
  try {
    const results = await Promise.all(movedBalances(account, entries, find).map(move => move.execute(tx)))
    if (results.some(({ numAffectedRows }) => numAffectedRows !== 1n)) throw new Error('a balance is not where it was locked')
  } catch (error) {
    // A cluster's coordinator passes on the message alone.
    if (error instanceof pg.DatabaseError && (error.constraint ?? error.message).includes('ledger_account_overdraft'))
      refuse('balance_insufficient', { missing: '可用额度' })
    throw error
  }
}

/**
 * Statements that change a locked balance each, where it is: an index would lead through all its versions, and is what
 * the planner chooses for more than one.
 */
function movedBalances(account: AccountId, entries: readonly Entry[], find: Find): RawBuilder<unknown>[] {
  const moves = new Map<HeldLedgerAccount, { debit: number; credit: number; at: Date }>()
  const add = (ledgerAccount: HeldLedgerAccount, side: 'debit' | 'credit', { amount, at }: Entry) => {
    const move = moves.get(ledgerAccount) ?? { debit: 0, credit: 0, at }
    move[side] += amount
    move.at = move.at > at ? move.at : at
    moves.set(ledgerAccount, move)
  }
  for (const entry of entries) {
    add(find(entry.from), 'debit', entry)
    add(find(entry.to), 'credit', entry)
  }
  return [...moves].map(
    ([{ place, asset }, { debit, credit, at }]) => sql`
      update ledger_account set debits = debits + ${debit}, credits = credits + ${credit},
        moved_at = ${asset === 'cny' || asset === 'bonus' ? at : null}
      where account_id = ${account}::uuid and ctid = ${place}::tid`,
  )
}
