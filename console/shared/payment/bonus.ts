import { haoPerFen } from '#values/money.ts'

/** What gift money pays of a price: as much as there is, in whole fen. */
export const bonusPaid = (bonusHao: number, amountHao: number): number => Math.min(amountHao, bonusHao - (bonusHao % haoPerFen))

/** What the balance has after it paid; who owes something can still pay with gift money alone. */
export const leftOf = (availableHao: number, cashHao: number): number =>
  cashHao === 0 ? Math.max(0, availableHao) : availableHao - cashHao
