import { haoPerFen } from '#values/money.ts'

/** Part of a price that bonus money pays: as much as there is, in whole fen. */
export const bonusPaid = (bonusHao: number, amountHao: number): number => Math.min(amountHao, bonusHao - (bonusHao % haoPerFen))

/** The balance after payment; an account in arrears can still pay with bonus money alone. */
export const leftOf = (availableHao: number, cashHao: number): number =>
  cashHao === 0 ? Math.max(0, availableHao) : availableHao - cashHao
