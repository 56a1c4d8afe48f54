import type { Tx } from '#db/connect.ts'
import { chinaMonth } from '#values/china-time.ts'
import { type AccountId, newId } from '#values/id.ts'
import { type AnyLedgerAccount, type Consumed, type Locked, openInvoiceLedgerAccounts, type Product } from './ledger-account.ts'
import type { Entry, Transfer } from './transfer.ts'

/** A transfer that spends money or refunds spent money. */
interface Consuming<T extends Transfer> {
  transfer: T
  product: Product
  orderId: string | null
  returns: boolean
}

/**
 * The transfers that change the invoiceable amount. Throws if one has no product, or refunds something other than an
 * order.
 */
export function consumingOf<T extends Transfer>(transfers: readonly T[]): Consuming<T>[] {
  return transfers.flatMap(transfer => {
    const { from, to, kind, product, referenceId } = transfer
    const isMoney = from.grantId === null && from.rateBp === undefined
    if (!isMoney || (from.purpose !== 'spent' && to.purpose !== 'spent')) return []
    if (!product) throw new Error(`money is spent by ${kind}, and for which product is not said`)
    const returns = from.purpose === 'spent'
    if (returns !== (kind === 'refund')) throw new Error(`${kind} does not ${returns ? 'give back' : 'spend'} money`)
    return [{ transfer, product, orderId: kind === 'post' ? null : referenceId, returns }]
  })
}

/**
 * Contra entries in the asset `invoice`: spending becomes invoiceable at the rate of its product and day; refunds of
 * orders reduce it at the rate of payment. Opens missing ledger accounts; then `missing` is set and they have to be
 * locked.
 */
export async function contraEntriesOf(
  tx: Tx,
  account: AccountId,
  transfers: readonly (Transfer & { at: Date })[],
  locked: Locked,
): Promise<{ mirrors: Entry[]; missing: boolean }> {
  const known = locked.ledgerAccounts.flatMap(({ rateBp, consumed }) =>
    rateBp === undefined || consumed === undefined ? [] : [{ rateBp, consumed }],
  )
  const mirrors: Entry[] = []
  let missing = false
  for (const { transfer, product, orderId, returns } of consumingOf(transfers)) {
    const { at } = transfer
    const paid = known.find(ledgerAccount => orderId !== null && ledgerAccount.consumed.orderId === orderId)
    if (returns && !paid) throw new Error(`order ${orderId} is given back and was never paid for`)
    const rateBp = paid?.rateBp ?? rateOn(locked, product, at)
    const consumed = paid?.consumed ?? { product, month: chinaMonth(at), orderId }
    if (!locked.ledgerAccounts.some(ledgerAccount => isOf(ledgerAccount, rateBp, consumed))) {
      await openInvoiceLedgerAccounts(tx, account, rateBp, consumed)
      missing = true
    }
    const outside: AnyLedgerAccount = { purpose: 'outside', grantId: null, rateBp, consumed }
    const available: AnyLedgerAccount = { purpose: 'available', grantId: null, rateBp }
    mirrors.push({
      transferId: newId(),
      contraOfId: transfer.transferId,
      from: returns ? available : outside,
      to: returns ? outside : available,
      amount: transfer.amount,
      kind: transfer.kind,
      referenceId: transfer.referenceId ?? null,
      at,
    })
  }
  return { mirrors, missing }
}

const isOf = ({ rateBp, consumed }: AnyLedgerAccount, rate: number, { product, month, orderId }: Consumed) =>
  rateBp === rate && consumed?.product === product && consumed.month === month && consumed.orderId === orderId

function rateOn({ rules }: Locked, product: Product, at: Date): number {
  const rule = rules.findLast(one => one.product === product && one.startsAt <= at)
  if (!rule) throw new Error(`no tax rate of ${product} on ${at.toISOString()}`)
  return rule.rateBp
}
