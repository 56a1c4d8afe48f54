import { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { get, staff } from '#contract/call.ts'
import type { StaffPermission } from '#contract/identity/permission.ts'
import { staffActDetail } from '#contract/identity/staff-act.ts'
import { idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'

/** History of an object in the staff audit log: who, when, before and after, and why. */
export const historyCall = <Path extends `/api/admin/${string}`>(path: Path, summary: string, permission: StaffPermission) =>
  get(path, summary, staff(permission), {
    input: z.object({
      /** As the audit log names it; unset: of every one. */
      object: z.string().max(200).optional(),
      accountId: idOf('account').optional(),
      cursor: z.uuid().optional(),
      pageSize,
    }),
    answer: pageOf(
      z.object({
        auditId: z.string(),
        action: z.string(),
        staffName: z.string(),
        accountName: z.string().nullable(),
        object: z.string().nullable(),
        detail: staffActDetail,
        at: moment,
      }),
    ),
  })
export type HistoryCall = ReturnType<typeof historyCall>

/** The acts among some calls, as the staff audit log names them. */
export const actsOf = (calls: Record<string, Call>): string[] =>
  Object.values(calls)
    .filter(one => one.method === 'POST')
    .map(one => one.path.replace('/api/admin/', ''))
