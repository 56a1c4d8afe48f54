import { adminPersonCalls } from '#contract/account/admin-person.ts'
import {
  addNote,
  countPhoneChanges,
  createImpersonation,
  customerName,
  decidePhoneChange,
  listNotes,
  listPhoneChanges,
  removeNote,
  requestFactorReset,
} from '#domain/account/index.ts'
import { handle } from '#http/server/serve.ts'

/** `consoleUrl`: address of the customer console. */
export const adminPersonHandlers = (consoleUrl: string) => [
  handle(adminPersonCalls.phoneChanges, async ({ tx }, { part }) => ({
    rows: await listPhoneChanges(tx, part),
    waitingCount: await countPhoneChanges(tx),
  })),

  handle(adminPersonCalls.decidePhoneChange, async ({ tx, staff, now, note }, { accountId, ...decision }) => {
    const account = accountId
    note({ account, detail: { reason: decision.reason, after: decision.isApproved ? '通过' : '驳回' } })
    const { name } = await decidePhoneChange(tx, account, { ...decision, staffId: staff.staffId, now: now() })
    note({ object: name })
  }),

  handle(adminPersonCalls.resetFactor, async ({ tx, staff, now, note }, { accountId, memberId, reason }) => {
    const account = accountId
    note({ account, detail: { reason } })
    const { approvalId, name } = await requestFactorReset(tx, account, memberId, { reason, staffId: staff.staffId, now: now() })
    note({ object: name })
    return { approvalId }
  }),

  handle(adminPersonCalls.notes, async ({ tx, staff }, { accountId }) => ({
    rows: await listNotes(tx, accountId, staff.staffId),
  })),

  handle(adminPersonCalls.addNote, async ({ tx, staff, now, note }, { accountId, text }) => {
    const account = accountId
    note({ account, object: await customerName(tx, account), detail: { text } })
    await addNote(tx, account, { text, staffId: staff.staffId, now: now() })
  }),

  handle(adminPersonCalls.removeNote, async ({ tx, staff, now, note }, { accountId, noteId }) => {
    const account = accountId
    note({ account })
    await removeNote(tx, account, { noteId, staffId: staff.staffId, now: now() })
  }),

  handle(adminPersonCalls.enter, async ({ tx, staff, now, note }, { accountId, reason }) => {
    const account = accountId
    note({ account, detail: { reason } })
    note({ object: await customerName(tx, account) })
    const token = await createImpersonation(tx, account, { staff, reason, now: now() })
    return { url: new URL(`/user/login?enter=${token}`, consoleUrl).href }
  }),
]
