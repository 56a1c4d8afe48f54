import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { PhoneChangeState } from '#contract/account/admin-person.ts'
import type { Role } from '#contract/identity/permission.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { closeSessionsOf, impersonationHash } from '#domain/identity/index.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { maskPhone } from '#values/phone.ts'
import { changePhone } from './phone-change.ts'

/** Requests to change a phone number: those that wait, the oldest first, or the last hundred that were decided. */
export async function listPhoneChanges(executor: Executor, part: 'waiting' | 'decided') {
  const { rows } = await sql<{
    changeId: string
    accountId: AccountId
    accountName: string
    attestedName: string | null
    memberName: string
    role: Role
    oldPhone: string
    newPhone: string
    reason: string
    state: PhoneChangeState
    askedAt: Date
    lastSignInAt: Date | null
    decidedAt: Date | null
    decisionReason: string | null
    decidedBy: string
  }>`
    -- across accounts: the queue of the back office
    select change.change_id, change.account_id, account.name as "accountName", account.attested_name,
      member.name as "memberName", member.role, change.old_phone, change.new_phone, change.reason, change.state,
      change.asked_at, member.last_sign_in_at, change.decided_at, change.decision_reason, coalesce(staff.name, '') as "decidedBy"
    from phone_change as change
    join account on account.account_id = change.account_id
    join member on member.account_id = change.account_id and member.member_id = change.member_id
    left join staff on staff.staff_id = change.staff_id
    where ${part === 'waiting' ? sql`change.state = 'waiting'` : sql`change.state <> 'waiting'`}
    order by ${part === 'waiting' ? sql`change.asked_at` : sql`change.decided_at desc`} limit 100`.execute(executor)
  return rows.map(row => ({
    ...row,
    oldPhone: maskPhone(row.oldPhone),
    // The new number is shown unmasked only while staff still have to call it.
    newPhone: part === 'waiting' ? row.newPhone : maskPhone(row.newPhone),
  }))
}

export async function countPhoneChanges(executor: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    -- across accounts: the queue of the back office
    select count(*)::int as count from phone_change where state = 'waiting'`.execute(executor)
  return firstOrThrow(rows).count
}

interface Decision {
  changeId: string
  isApproved: boolean
  reason: string
  staffId: string
  now: Date
}

/**
 * Approves or rejects a change of phone number. Approval ends the member's sessions; both notify the account. Refuses
 * `not_found`, `review_decided`, `phone_taken`.
 */
export async function decidePhoneChange(tx: Tx, account: AccountId, decision: Decision): Promise<{ name: string }> {
  const { changeId, isApproved, reason, staffId, now } = decision
  const change = await tx
    .selectFrom('phoneChange')
    .innerJoin('member', join =>
      join.onRef('member.accountId', '=', 'phoneChange.accountId').onRef('member.memberId', '=', 'phoneChange.memberId'),
    )
    .select(['phoneChange.memberId', 'phoneChange.newPhone', 'phoneChange.state', 'member.name'])
    .where('phoneChange.accountId', '=', account)
    .where('phoneChange.changeId', '=', changeId)
    .forUpdate()
    .executeTakeFirst()
  if (!change) refuse('not_found')
  if (change.state !== 'waiting') refuse('review_decided', { name: '这个申请', outcome: '已处理或已撤回' })
  if (isApproved) {
    const taken = await tx.selectFrom('loginName').select('login').where('login', '=', change.newPhone).executeTakeFirst()
    if (taken) refuse('phone_taken')
    await changePhone(tx, account, { memberId: change.memberId, phone: change.newPhone })
    await closeSessionsOf(tx, account, change.memberId)
  }
  await tx
    .updateTable('phoneChange')
    .set({ state: isApproved ? 'approved' : 'rejected', decidedAt: now, staffId, decisionReason: reason })
    .where('accountId', '=', account)
    .where('changeId', '=', changeId)
    .execute()
  await notifyAccount(tx, account, {
    kind: 'security',
    title: isApproved ? '登录手机号已更换' : '更换手机号的申请未通过',
    body: isApproved
      ? `${change.name}的登录手机号已更换为${maskPhone(change.newPhone)}，请用新手机号登录。`
      : `${change.name}更换手机号的申请未通过：${reason}`,
    link: '/system/uaccount/userinfo',
    memberId: change.memberId,
    now,
  })
  return { name: change.name }
}

/** Staff's notes on a customer, the latest first. */
export async function listNotes(executor: Executor, account: AccountId, staffId: string) {
  const rows = await executor
    .selectFrom('customerNote')
    .innerJoin('staff', 'staff.staffId', 'customerNote.staffId')
    .select(['noteId', 'text', 'staff.name', 'at', 'customerNote.staffId'])
    .where('accountId', '=', account)
    .where('removedAt', 'is', null)
    .orderBy('noteId', 'desc')
    .limit(100)
    .execute()
  return rows.map(row => ({ noteId: row.noteId, text: row.text, by: row.name, at: row.at, isOwn: row.staffId === staffId }))
}

export async function addNote(tx: Tx, account: AccountId, input: { text: string; staffId: string; now: Date }): Promise<void> {
  await tx
    .insertInto('customerNote')
    .values({ accountId: account, noteId: newId(), staffId: input.staffId, text: input.text, at: input.now })
    .execute()
}

/** Deletes a note of the staff member who wrote it. Refuses `not_found`. */
export async function removeNote(
  tx: Tx,
  account: AccountId,
  { noteId, staffId, now }: { noteId: string; staffId: string; now: Date },
): Promise<void> {
  const removed = await tx
    .updateTable('customerNote')
    .set({ removedAt: now })
    .where('accountId', '=', account)
    .where('noteId', '=', noteId)
    .where('staffId', '=', staffId)
    .where('removedAt', 'is', null)
    .returning('noteId')
    .executeTakeFirst()
  if (!removed) refuse('not_found')
}

/**
 * Impersonation: creates a token that opens the customer's console read-only, once, within a minute; the customer is
 * notified. Refuses `state_forbids` for an account that is not active.
 */
export async function createImpersonation(
  tx: Tx,
  account: AccountId,
  { staff, reason, now }: { staff: { staffId: string; name: string }; reason: string; now: Date },
): Promise<string> {
  const { state } = await tx.selectFrom('account').select('state').where('accountId', '=', account).executeTakeFirstOrThrow()
  if (state !== 'active') refuse('state_forbids', { state: state === 'frozen' ? '已冻结' : '已注销', action: '进入控制台' })
  const token = randomBytes(32).toString('base64url')
  await tx
    .insertInto('impersonation')
    .values({
      tokenHash: impersonationHash(token),
      accountId: account,
      staffId: staff.staffId,
      staffName: staff.name,
      expiresAt: new Date(now.getTime() + limits.impersonationTicketSeconds * 1000),
    })
    .execute()
  await notifyAccount(tx, account, {
    kind: 'security',
    title: '平台客服查看了您的控制台',
    body: `平台客服${staff.name}以只读方式查看您的控制台，不能修改任何内容，号码均为脱敏显示。原因：${reason}`,
    link: '/system/uaccount/ulog',
    now,
  })
  return token
}
