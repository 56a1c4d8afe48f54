import { operatorSignInCalls } from '#contract/operator-sign-in.ts'
import { staffRoles } from '#contract/permission.ts'
import { changeStaffPassword, prepareStaffPassword } from '#domain/staff/password.ts'
import { closeStaffSession } from '#domain/staff/session.ts'
import { useSetup } from '#domain/staff/setup.ts'
import { signInStaff } from '#domain/staff/sign-in.ts'
import { hasChecker } from '#domain/staff/staff.ts'
import { owedBy } from './member.ts'
import { handle, handlePrepared } from './serve.ts'
import { clearStaffCookie, setStaffCookie, staffToken } from './staff-sessions.ts'

export const operatorSignInHandlers = (secret: string, isTotpRequired: boolean) => [
  handle(operatorSignInCalls.byPassword, async ({ db, address, agent, now, http }, { login, password, code }) => {
    const token = await signInStaff(db, secret, { login, password, code, address, agent, now: now() })
    // Whoever signs in leaves the session that the browser came with.
    const before = staffToken(http.request)
    if (before) await closeStaffSession(db, before)
    setStaffCookie(http.request, http.reply, token)
    return {}
  }),

  handle(operatorSignInCalls.setUp, async ({ db, address, agent, now, http }, input) => {
    setStaffCookie(http.request, http.reply, await useSetup(db, { ...input, address, agent, now: now() }))
    return {}
  }),

  handle(operatorSignInCalls.signOut, async ({ tx, http }) => {
    const token = staffToken(http.request)
    if (token) await closeStaffSession(tx, token)
    clearStaffCookie(http.request, http.reply)
    return {}
  }),

  handlePrepared(
    operatorSignInCalls.changePassword,
    ({ db, staff, now }, input) => prepareStaffPassword(db, staff, { ...input, now: now() }),
    async ({ tx, staff, address, agent, now, http }, _, passwordHash) => {
      const token = await changeStaffPassword(tx, staff.staffId, { passwordHash, address, agent, now: now() })
      setStaffCookie(http.request, http.reply, token)
      return {}
    },
  ),

  handle(operatorSignInCalls.me, async ({ tx, staff }) => ({
    hasChecker: await hasChecker(tx, staff.staffId),
    staff,
    permissions: [...staffRoles[staff.role].may],
    owes: owedBy(staff, isTotpRequired),
  })),
]
