import { z } from 'zod'
import { call, staff } from '#contract/call.ts'
import { idOf, moment } from '#contract/scalars.ts'
import { type LedgerTie, ledgerTies } from './ledger-tie.ts'

const count = z.number().int()
const tie = z.enum(Object.keys(ledgerTies) as [LedgerTie, ...LedgerTie[]])

export const adminLedgerCalls = {
  read: call({
    method: 'GET',
    path: '/api/admin/ledger-health',
    summary: '账务健康',
    audience: staff('finance.read'),
    input: z.object({}),
    answer: z.object({
      /** Newest first; one without an end is under way. */
      checks: z.array(
        z.object({ checkId: z.uuid(), startedAt: moment, finishedAt: moment.nullable(), accountCount: count, failedTies: count }),
      ),
      /** Of the newest one that has ended, by tie: how many accounts (of T6 days of a channel) were looked at, and of how many it does not hold. */
      ties: z.record(tie, z.object({ checked: count, failed: count })).nullable(),
      findings: z.array(
        z.object({
          findingId: z.uuid(),
          accountId: idOf('account').nullable(),
          accountName: z.string().nullable(),
          tie,
          problem: z.string(),
        }),
      ),
    }),
    refusals: [],
  }),
  check: call({
    method: 'POST',
    path: '/api/admin/ledger-health/check',
    summary: '立即检查账务',
    audience: staff('finance.read'),
    input: z.object({}),
    answer: z.object({}),
    refusals: [],
  }),
}
