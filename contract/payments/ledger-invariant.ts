/** Invariants of the ledger, with the texts of the screens. Each is checked for every account each night. */
export const ledgerInvariants = ['ledger', 'T1', 'T2', 'T3', 'T4', 'T5', 'T6', 'bank', 'charge', 'bill'] as const
export type LedgerInvariant = (typeof ledgerInvariants)[number]
