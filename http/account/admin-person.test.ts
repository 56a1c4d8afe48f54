import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { accountCalls } from '#contract/account/account.ts'
import { adminCustomerCalls } from '#contract/account/admin-customer.ts'
import { adminPersonCalls } from '#contract/account/admin-person.ts'
import { auditLogCalls } from '#contract/identity/audit-log.ts'
import type { StaffRole } from '#contract/identity/permission.ts'
import { signInCalls } from '#contract/identity/sign-in.ts'
import { notificationCalls } from '#contract/notification/announcement.ts'
import { adminApprovalCalls } from '#contract/staff/admin-approval.ts'
import { asAccount } from '#db/connect.ts'
import { notifyMembers } from '#jobs/notify-members.ts'
import { answered } from '#test/support/answer.ts'
import { type BackOffice, officeTime, startBackOffice } from '#test/support/back-office.ts'
import { consolePassword, startConsole } from '#test/support/console.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { runJobs } from '#test/support/jobs.ts'
import { textsTo } from '#test/support/sign-in.ts'
import { encodeId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const at = officeTime()
const now = () => at
const day = { from: new Date(at.getTime() - 3_600_000).toISOString(), until: new Date(at.getTime() + 3_600_000).toISOString() }
const reason = '手机遗失，已视频核实本人'
let database: TestDatabase
let office: BackOffice
let console: Awaited<ReturnType<typeof startConsole>>
beforeAll(async () => {
  database = await createTestDatabase()
  office = await startBackOffice(database, now)
  console = await startConsole(database, now)
})
afterAll(async () => {
  await console?.close()
  await office?.close()
  await database?.close()
})

const decide = async (approvalId: string, role: StaffRole) => {
  const { rows } = await office.get(adminApprovalCalls.list, { state: 'waiting' }, 'finance')
  const { payloadHash } = firstOrThrow(rows.filter(row => row.approvalId === approvalId))
  return (await office.act(adminApprovalCalls.decide, { approvalId, payloadHash, decision: 'approved', answer: '' }, role)).code
}

test('a lost second factor is reset by two members of staff: sessions end, both audit logs record it, the member is notified', async () => {
  const { account, phone: ownerPhone } = await console.newAccount()
  const { memberId, phone } = await console.join(account, 'operations', '李运营')
  const [owner, member] = [console.browser(), console.browser()]
  await owner.act(signInCalls.byPassword, { login: ownerPhone, password: consolePassword })
  await member.act(signInCalls.byPassword, { login: phone, password: consolePassword })
  const input = { accountId: encodeId('account', account), memberId: encodeId('member', memberId), reason }
  expect((await office.act(adminPersonCalls.resetFactor, input, 'reviewer')).code).toBe('state_forbids')
  await asAccount(database.db, account, tx =>
    tx.updateTable('member').set({ secondFactor: 'sms' }).where('accountId', '=', account).where('memberId', '=', memberId).execute(),
  )

  expect((await office.act(adminPersonCalls.resetFactor, input, 'finance')).code).toBe('staff_not_allowed')
  expect((await office.act(adminPersonCalls.resetFactor, { ...input, reason: '' }, 'administrator')).fields).toHaveProperty('reason')
  const { approvalId } = answered(await office.act(adminPersonCalls.resetFactor, input, 'administrator'))
  const factor = async () => {
    const { members } = await office.get(adminCustomerCalls.one, { accountId: input.accountId })
    return firstOrThrow(members.filter(one => one.memberId === input.memberId)).secondFactor
  }
  expect(await factor()).toBe('sms')
  expect((await member.act(accountCalls.me, {})).code).toBe('ok')
  expect(await decide(approvalId, 'administrator')).toBe('approval_own')
  expect(await decide(approvalId, 'operations')).toBe('ok')

  expect(await factor()).toBe('none')
  expect((await member.act(accountCalls.me, {})).code).toBe('not_signed_in')
  const { acts } = await office.get(adminCustomerCalls.one, { accountId: input.accountId })
  expect(acts.map(one => [one.action, one.object, one.result])).toContainEqual(['customers/reset-factor', '李运营', 'ok'])
  expect(acts.map(one => [one.action, one.object, one.result])).toContainEqual(['approvals/decide', '重置登录验证', 'ok'])
  const { answer: log } = await owner.act(auditLogCalls.list, { kind: 'operation', ...day } as never)
  assert.exists(log)
  expect(log.rows[0]).toMatchObject({ action: '重置成员的登录验证', actor: '平台客服管理员', object: '李运营', address: '' })

  const title = '登录验证方式已由平台重置'
  await member.act(signInCalls.byPassword, { login: phone, password: consolePassword })
  for (const browser of [owner, member]) {
    const { answer } = await browser.act(notificationCalls.list, {} as never)
    assert.exists(answer)
    expect(answer.rows.filter(row => row.title === title)).toHaveLength(1)
  }
  await runJobs(database, { notify_members: notifyMembers('https://console.example') }, at)
  for (const one of [ownerPhone, phone]) expect((await textsTo(database, one, at)).join()).toContain(title)
})
