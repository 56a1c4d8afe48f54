import { z } from 'zod'
import { get, staff } from '#contract/call.ts'
import { staffActDetail } from '#contract/identity/staff-act.ts'
import { idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'

const fields = z.record(z.string(), z.unknown()).nullable()

export const adminAuditLogCalls = {
  list: get('/api/admin/audit-log', '运营操作记录', staff('audit.read'), {
    input: z.object({
      action: z.string().max(60).optional(),
      staffId: idOf('staff').optional(),
      accountId: idOf('account').optional(),
      cursor: z.uuid().optional(),
      pageSize,
    }),
    answer: pageOf(
      z.object({
        auditId: z.string(),
        action: z.string(),
        /** Empty for an unknown login. */
        staffName: z.string(),
        accountId: idOf('account').nullable(),
        accountName: z.string().nullable(),
        object: z.string().nullable(),
        /** `ok`, or the code of the refusal. */
        result: z.string(),
        address: z.string(),
        /** Place of the address, if known. */
        place: z.string().nullable(),
        /** The object before and after, where recorded; secrets redacted. */
        change: z.object({ before: fields, after: fields }),
        /** Input and reason, by name. */
        detail: staffActDetail,
        at: moment,
      }),
    ).extend({ staff: z.array(z.object({ staffId: idOf('staff'), name: z.string() })) }),
  }),
}
