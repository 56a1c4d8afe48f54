import { operatorPersonCalls } from '#contract/operator-person.ts'
import { customerName } from '#domain/account/customer.ts'
import { askFactorReset } from '#domain/staff/member-factor.ts'
import { addNote, countPhoneChanges, decidePhoneChange, listNotes, listPhoneChanges, makeEntry, removeNote } from '#domain/staff/person.ts'
import type { AccountId } from '#values/id.ts'
import { handle } from './serve.ts'

/** `consoleUrl`: where the customers' console is. */
export const operatorPersonHandlers = (consoleUrl: string) => [
  handle(operatorPersonCalls.phoneChanges, async ({ tx }, { part }) => ({
    rows: await listPhoneChanges(tx, part),
    waitingCount: await countPhoneChanges(tx),
  })),

  handle(operatorPersonCalls.decidePhoneChange, async ({ tx, staff, now, note }, { accountId, ...decision }) => {
    const account = accountId as AccountId
    note({ account, detail: { reason: decision.reason, after: decision.isApproved ? '通过' : '驳回' } })
    const { name } = await decidePhoneChange(tx, account, { ...decision, staffId: staff.staffId, now: now() })
    note({ object: name })
    return {}
  }),

  handle(operatorPersonCalls.resetFactor, async ({ tx, staff, now, note }, { accountId, memberId, reason }) => {
    const account = accountId as AccountId
    note({ account, detail: { reason } })
    const { approvalId, name } = await askFactorReset(tx, account, memberId, { reason, staffId: staff.staffId, now: now() })
    note({ object: name })
    return { approvalId }
  }),

  handle(operatorPersonCalls.notes, async ({ tx, staff }, { accountId }) => ({
    rows: await listNotes(tx, accountId as AccountId, staff.staffId),
  })),

  handle(operatorPersonCalls.addNote, async ({ tx, staff, now, note }, { accountId, text }) => {
    const account = accountId as AccountId
    note({ account, object: await customerName(tx, account), detail: { text } })
    await addNote(tx, account, { text, staffId: staff.staffId, now: now() })
    return {}
  }),

  handle(operatorPersonCalls.removeNote, async ({ tx, staff, now, note }, { accountId, noteId }) => {
    const account = accountId as AccountId
    note({ account })
    await removeNote(tx, account, { noteId, staffId: staff.staffId, now: now() })
    return {}
  }),

  handle(operatorPersonCalls.enter, async ({ tx, staff, now, note }, { accountId, reason }) => {
    const account = accountId as AccountId
    note({ account, detail: { reason } })
    note({ object: await customerName(tx, account) })
    const token = await makeEntry(tx, account, { staff, reason, now: now() })
    return { url: new URL(`/user/login?enter=${token}`, consoleUrl).href }
  }),
]
