/** Double-entry ledger: balances, transfers, holds, charges, verification. Amounts in 毫 (1/10,000 yuan). */
export {
  type Balances,
  balancesOf,
  bonusLeft,
  type GrantBalance,
  type GrantKind,
  isUsable,
  linkGrantsOf,
  type MessageGrantKind,
} from './balance.ts'
export { allocateBonus, bonusLedgerAccount, bonusOfOrder, bonusPart, bonusTransfers, shareBack, sumOf } from './bonus.ts'
export {
  type ChargePlan,
  consumeHolds,
  type Histogram,
  type Hold,
  holdCharge,
  holdParts,
  type MessageKind,
  planCharge,
  settleHolds,
  type TakenHolds,
  unitPrice,
} from './charge.ts'
export { nothingId } from './charge-day.ts'
export { type CountryPrices, readCountryPrices } from './country-price.ts'
export { allowDebt, grantSegments, recharge } from './credit.ts'
export { chargedAndHeld, type Funds, lockFunds, type Pricing, readPrices } from './funds.ts'
export { entryTime, openLedgerAccounts, type Product } from './ledger-account.ts'
export { spentSince } from './spent.ts'
export { bookTransfers, type InvoiceKind } from './transfer.ts'
export { verifyLedger } from './verify.ts'
