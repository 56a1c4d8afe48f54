import { staffRoles } from '#contract/identity/permission.ts'
import { adminSignInCalls } from '#contract/staff/admin-sign-in.ts'
import {
  changeStaffPassword,
  closeStaffSession,
  hasChecker,
  prepareStaffPassword,
  readStaffListColumns,
  signInStaff,
  useSetup,
} from '#domain/staff/index.ts'
import { owedBy } from '#http/server/member.ts'
import { handle, handlePrepared } from '#http/server/serve.ts'
import { clearStaffCookie, setStaffCookie, staffToken } from '#http/server/staff-sessions.ts'

export const adminSignInHandlers = (secret: string, isTotpRequired: boolean) => [
  handle(adminSignInCalls.byPassword, async ({ db, address, agent, now, http }, { login, password, code }) => {
    const token = await signInStaff(db, secret, { login, password, code, address, agent, now: now() })
    // Signing in ends the session that the browser had before.
    const before = staffToken(http.request)
    if (before) await closeStaffSession(db, before)
    setStaffCookie(http.request, http.reply, token)
  }),

  handle(adminSignInCalls.setUp, async ({ db, address, agent, now, http }, input) => {
    setStaffCookie(http.request, http.reply, await useSetup(db, { ...input, address, agent, now: now() }))
  }),

  handle(adminSignInCalls.signOut, async ({ tx, http }) => {
    const token = staffToken(http.request)
    if (token) await closeStaffSession(tx, token)
    clearStaffCookie(http.request, http.reply)
  }),

  handlePrepared(
    adminSignInCalls.changePassword,
    ({ db, staff, now }, input) => prepareStaffPassword(db, staff, { ...input, now: now() }),
    async ({ tx, staff, address, agent, now, http }, _, passwordHash) => {
      const token = await changeStaffPassword(tx, staff.staffId, { passwordHash, address, agent, now: now() })
      setStaffCookie(http.request, http.reply, token)
    },
  ),

  handle(adminSignInCalls.me, async ({ tx, staff }) => ({
    hasChecker: await hasChecker(tx, staff.staffId),
    staff,
    permissions: [...staffRoles[staff.role].may],
    listColumns: await readStaffListColumns(tx, staff.staffId),
    owes: owedBy(staff, isTotpRequired),
  })),
]
