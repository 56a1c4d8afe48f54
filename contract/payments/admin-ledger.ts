import { z } from 'zod'
import { get, post, staff } from '#contract/call.ts'
import { idOf, moment } from '#contract/scalars.ts'
import { ledgerInvariants } from './ledger-invariant.ts'

const count = z.number().int()
const invariant = z.enum(ledgerInvariants)

export const adminLedgerCalls = {
  read: get('/api/admin/ledger-health', '账务健康', staff('finance.read'), {
    answer: z.object({
      /** Newest first; one without an end is running. */
      checks: z.array(
        z.object({ checkId: z.uuid(), startedAt: moment, finishedAt: moment.nullable(), accountCount: count, failedInvariants: count }),
      ),
      /**
       * Of the newest finished one, by invariant: how many accounts (T6: days of a method) were checked, and how
       * many violate it.
       */
      invariants: z.record(invariant, z.object({ checked: count, failed: count })).nullable(),
      findings: z.array(
        z.object({
          findingId: z.uuid(),
          accountId: idOf('account').nullable(),
          accountName: z.string().nullable(),
          invariant,
          problem: z.string(),
        }),
      ),
    }),
  }),
  check: post('/api/admin/ledger-health/check', '立即检查账务', staff('finance.read')),
}
