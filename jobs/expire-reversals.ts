import { Refusal } from '#contract/refusals.ts'
import { asAccount } from '#db/connect.ts'
import { expireReversal, reversalsToExpire } from '#domain/invoicing/index.ts'
import type { PeriodicWork } from './task.ts'

const maxAtOnce = 50

/** Expires confirmations of credit notes (红字发票) that the buyer left open for 72 hours. */
export const expireReversals: PeriodicWork = {
  name: 'lapse-reversals',
  everyMs: 60_000,
  run: async ({ db, now }) => {
    for (const { account, requestId } of await reversalsToExpire(db, now(), maxAtOnce)) {
      try {
        await asAccount(db, account, tx => expireReversal(tx, account, requestId, '07', { now: now() }))
      } catch (error) {
        // Confirmed or refused since the list was read.
        if (!(error instanceof Refusal)) throw error
      }
    }
  },
}
