import { operatorSelfCalls, operatorStaffCalls } from '#contract/operator-staff.ts'
import { staffRoles } from '#contract/permission.ts'
import { changeStaffRole, hireStaff, listAllStaff, resetStaffPassword, resetStaffTotp, switchStaff } from '#domain/staff/manage.ts'
import { proveStaffPassword } from '#domain/staff/password.ts'
import { endOtherStaffSessions, endOwnStaffSession, readSelf } from '#domain/staff/self.ts'
import { beginStaffTotp, finishStaffTotp } from '#domain/staff/totp.ts'
import { handle, handlePrepared, type StaffContext } from './serve.ts'

const actOf = ({ staff, now }: StaffContext, staffId: string) => ({ staffId, by: staff.staffId, now: now() })

export const operatorStaffHandlers = [
  handle(operatorStaffCalls.list, async ({ tx, now }) => ({ rows: await listAllStaff(tx, now()) })),

  handle(operatorStaffCalls.create, async ({ tx, staff, now, note }, { reason, ...input }) => {
    note({ object: `${input.name}（${input.login}）`, detail: { reason, after: staffRoles[input.role].name } })
    return hireStaff(tx, { ...input, by: staff.staffId, now: now() })
  }),

  handle(operatorStaffCalls.changeRole, async (context, { staffId, role, reason }) => {
    const { name, before } = await changeStaffRole(context.tx, { ...actOf(context, staffId), role })
    context.note({ object: name, detail: { reason, before: staffRoles[before].name, after: staffRoles[role].name } })
    return {}
  }),

  handle(operatorStaffCalls.freeze, async (context, { staffId, reason }) => {
    const { name } = await switchStaff(context.tx, { ...actOf(context, staffId), to: 'frozen' })
    context.note({ object: name, detail: { reason } })
    return {}
  }),

  handle(operatorStaffCalls.unfreeze, async (context, { staffId, reason }) => {
    const { name } = await switchStaff(context.tx, { ...actOf(context, staffId), to: 'active' })
    context.note({ object: name, detail: { reason } })
    return {}
  }),

  handle(operatorStaffCalls.resetPassword, async (context, { staffId, reason }) => {
    const { name, password } = await resetStaffPassword(context.tx, actOf(context, staffId))
    context.note({ object: name, detail: { reason } })
    return { password }
  }),

  handle(operatorStaffCalls.resetTotp, async (context, { staffId, reason }) => {
    const { name } = await resetStaffTotp(context.tx, actOf(context, staffId))
    context.note({ object: name, detail: { reason } })
    return {}
  }),
]

export const operatorSelfHandlers = (secret: string, isTotpRequired: boolean) => [
  handle(operatorSelfCalls.one, async ({ tx, staff, now }) => ({
    ...(await readSelf(tx, { staffId: staff.staffId, sessionId: staff.sessionId, now: now() })),
    isTotpRequired,
  })),

  handlePrepared(
    operatorSelfCalls.beginTotp,
    ({ db, staff, now }, { password }) => proveStaffPassword(db, { staffId: staff.staffId, password, field: 'password', now: now() }),
    ({ tx, staff }) => beginStaffTotp(tx, secret, staff),
  ),

  handle(operatorSelfCalls.finishTotp, async ({ tx, staff, now }, { code }) => {
    const isBound = await finishStaffTotp(tx, secret, { staffId: staff.staffId, code, now: now() })
    if (isBound) await endOtherStaffSessions(tx, staff.staffId, staff.sessionId)
    return { isBound }
  }),

  handle(operatorSelfCalls.endSession, async ({ tx, staff }, { sessionId }) => {
    await endOwnStaffSession(tx, staff.staffId, sessionId)
    return {}
  }),
]
