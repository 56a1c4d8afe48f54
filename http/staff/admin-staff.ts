import { staffRoles } from '#contract/identity/permission.ts'
import { adminSelfCalls, adminStaffCalls } from '#contract/staff/admin-staff.ts'
import {
  changeStaffRole,
  confirmStaffTotp,
  createStaffMember,
  endOtherStaffSessions,
  endOwnStaffSession,
  enrollStaffTotp,
  listAllStaff,
  proveStaffPassword,
  readSelf,
  resetStaffPassword,
  resetStaffTotp,
  switchStaff,
} from '#domain/staff/index.ts'
import { handle, handlePrepared, type StaffContext } from '#http/server/serve.ts'

const actOf = ({ staff, now }: StaffContext, staffId: string) => ({ staffId, by: staff.staffId, now: now() })

export const adminStaffHandlers = [
  handle(adminStaffCalls.list, async ({ tx, now }) => ({ rows: await listAllStaff(tx, now()) })),

  handle(adminStaffCalls.create, async ({ tx, staff, now, note }, { reason, ...input }) => {
    note({ object: `${input.name}（${input.login}）`, detail: { reason, after: staffRoles[input.role].name } })
    return createStaffMember(tx, { ...input, by: staff.staffId, now: now() })
  }),

  handle(adminStaffCalls.changeRole, async (context, { staffId, role, reason }) => {
    const { name, before } = await changeStaffRole(context.tx, { ...actOf(context, staffId), role })
    context.note({ object: name, detail: { reason, before: staffRoles[before].name, after: staffRoles[role].name } })
  }),

  handle(adminStaffCalls.freeze, async (context, { staffId, reason }) => {
    const { name } = await switchStaff(context.tx, { ...actOf(context, staffId), to: 'frozen' })
    context.note({ object: name, detail: { reason } })
  }),

  handle(adminStaffCalls.unfreeze, async (context, { staffId, reason }) => {
    const { name } = await switchStaff(context.tx, { ...actOf(context, staffId), to: 'active' })
    context.note({ object: name, detail: { reason } })
  }),

  handle(adminStaffCalls.resetPassword, async (context, { staffId, reason }) => {
    const { name, password } = await resetStaffPassword(context.tx, actOf(context, staffId))
    context.note({ object: name, detail: { reason } })
    return { password }
  }),

  handle(adminStaffCalls.resetTotp, async (context, { staffId, reason }) => {
    const { name } = await resetStaffTotp(context.tx, actOf(context, staffId))
    context.note({ object: name, detail: { reason } })
  }),
]

export const adminSelfHandlers = (secret: string, isTotpRequired: boolean) => [
  handle(adminSelfCalls.one, async ({ tx, staff, now }) => ({
    ...(await readSelf(tx, { staffId: staff.staffId, sessionId: staff.sessionId, now: now() })),
    isTotpRequired,
  })),

  handlePrepared(
    adminSelfCalls.beginTotp,
    ({ db, staff, now }, { password }) => proveStaffPassword(db, { staffId: staff.staffId, password, field: 'password', now: now() }),
    ({ tx, staff }) => enrollStaffTotp(tx, secret, staff),
  ),

  handle(adminSelfCalls.finishTotp, async ({ tx, staff, now }, { code }) => {
    const isBound = await confirmStaffTotp(tx, secret, { staffId: staff.staffId, code, now: now() })
    if (isBound) await endOtherStaffSessions(tx, staff.staffId, staff.sessionId)
    return { isBound }
  }),

  handle(adminSelfCalls.endSession, ({ tx, staff }, { sessionId }) => endOwnStaffSession(tx, staff.staffId, sessionId)),
]
