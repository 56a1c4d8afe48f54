import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { accountCalls } from '#contract/account/account.ts'
import { memberCalls } from '#contract/account/member.ts'
import { signInCalls } from '#contract/identity/sign-in.ts'
import { asAccount } from '#db/connect.ts'
import { type Browser, consolePassword, startConsole } from '#test/support/console.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { textsTo } from '#test/support/sign-in.ts'
import { encodeId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow, lastOrThrow, matchOrThrow } from '#values/or-throw.ts'

let nowMs = new Date('2026-11-02T01:00:00Z').getTime()
const now = () => new Date(nowMs)
let database: TestDatabase
let console: Awaited<ReturnType<typeof startConsole>>
beforeAll(async () => {
  database = await createTestDatabase()
  console = await startConsole(database, now)
})
afterAll(async () => {
  await console?.close()
  await database?.close()
})

const memberOf = (memberId: string) => encodeId('member', memberId)
async function enter(phone: string): Promise<Browser> {
  const browser = console.browser()
  await browser.act(signInCalls.byPassword, { login: phone, password: consolePassword })
  return browser
}
const isIn = async (browser: Browser) => (await browser.act(accountCalls.me, {})).code === 'ok'

async function team() {
  nowMs += 61_000
  const owner = await console.newAccount()
  const mine = await enter(owner.phone)
  const prove = (purpose: 'member' | 'transfer', memberId = owner.memberId) => console.prove(owner.account, memberId, purpose)
  return { owner, mine, prove, join: console.join.bind(null, owner.account) }
}

let phones = 13_600_160_000
function newPhone(): string {
  phones += 1
  return String(phones)
}
const tokenIn = (text: string) => itemOrThrow(matchOrThrow(/invite=([\w-]+)/, text), 1)

test('an invitation is sent by SMS, creates a member with its role, and works once', async () => {
  const { mine, prove, owner } = await team()
  const phone = newPhone()
  const input = { phone, name: '李运营', role: 'operations' as const }
  expect((await mine.act(memberCalls.invite, input)).code).toBe('step_up_required')
  await prove('member')
  expect((await mine.act(memberCalls.invite, input)).code).toBe('ok')
  await prove('member')
  expect((await mine.act(memberCalls.invite, input)).code).toBe('invitation_exists')
  expect((await mine.act(memberCalls.invite, { ...input, phone: owner.phone })).code).toBe('member_exists')
  const token = tokenIn(lastOrThrow(await textsTo(database, phone, now())))
  const visitor = console.browser()
  expect((await visitor.act(memberCalls.invitation, { token })).answer).toMatchObject({
    accountName: '江南茶业',
    inviterName: '王五',
    role: 'operations',
  })
  const accept = { token, password: 'Bamboo#2028', login: '', hasAgreed: true as const }
  expect((await visitor.act(memberCalls.accept, { ...accept, password: '12345678' })).code).toBe('input_invalid')
  expect((await visitor.act(memberCalls.accept, accept)).code).toBe('ok')
  expect((await visitor.act(accountCalls.me, {})).answer).toMatchObject({
    member: { name: '李运营', role: 'operations' },
    account: { name: '江南茶业' },
  })
  expect((await console.browser().act(memberCalls.accept, accept)).code).toBe('invitation_invalid')
  const { answer } = await mine.act(memberCalls.list, {})
  assert.exists(answer)
  expect(answer.members.map(({ name, role }) => [name, role])).toEqual([
    ['王五', 'owner'],
    ['李运营', 'operations'],
  ])
  expect(answer.invitations).toEqual([])
})

test('an invitation that was resent, withdrawn or is three days old is refused', async () => {
  const { mine, prove } = await team()
  const invite = async () => {
    const phone = newPhone()
    await prove('member')
    const { code, answer } = await mine.act(memberCalls.invite, { phone, name: '新成员', role: 'viewer' })
    assert.exists(answer)
    expect(code).toBe('ok')
    return { phone, invitationId: answer.invitationId, token: tokenIn(lastOrThrow(await textsTo(database, phone, now()))) }
  }
  const codeOf = async (token: string) => (await console.browser().act(memberCalls.invitation, { token })).code
  const [resent, cancelled, old] = [await invite(), await invite(), await invite()]
  expect((await mine.act(memberCalls.resend, { invitationId: resent.invitationId })).code).toBe('code_limited')
  nowMs += 61_000
  expect((await mine.act(memberCalls.resend, { invitationId: resent.invitationId })).code).toBe('ok')
  const again = tokenIn(lastOrThrow(await textsTo(database, resent.phone, now())))
  expect((await mine.act(memberCalls.cancelInvitation, { invitationId: cancelled.invitationId })).code).toBe('ok')
  expect([await codeOf(resent.token), await codeOf(again), await codeOf(cancelled.token), await codeOf(old.token)]).toEqual([
    'invitation_invalid',
    'ok',
    'invitation_invalid',
    'ok',
  ])
  nowMs += 3 * 86_400_000
  expect([await codeOf(again), await codeOf(old.token), await codeOf('x'), await codeOf('A'.repeat(46))]).toEqual(
    Array(4).fill('invitation_invalid'),
  )
})

test('a number of another account is revealed as such only to its own phone', async () => {
  const [one, two] = [await team(), await team()]
  await one.prove('member')
  expect((await one.mine.act(memberCalls.invite, { phone: two.owner.phone, name: '别家的人', role: 'viewer' })).code).toBe('ok')
  const token = tokenIn(lastOrThrow(await textsTo(database, two.owner.phone, now())))
  const accept = await console.browser().act(memberCalls.accept, { token, password: 'Bamboo#2028', login: '', hasAgreed: true })
  expect(accept.code).toBe('invitation_phone_taken')
})

test('a changed role ends the sessions of the member; nobody changes the owner or themselves', async () => {
  const { mine, prove, join, owner } = await team()
  const [admin, worker] = [await join('administrator', '管理员'), await join('viewer', '小赵')]
  const theirs = await enter(worker.phone)
  const memberId = memberOf(worker.memberId)
  await prove('member')
  expect((await mine.act(memberCalls.changeRole, { memberId, role: 'finance' })).code).toBe('ok')
  expect(await isIn(theirs)).toBe(false)
  expect((await (await enter(worker.phone)).act(accountCalls.me, {})).answer).toMatchObject({ member: { role: 'finance' } })
  const administrator = await enter(admin.phone)
  await prove('member', admin.memberId)
  const roleOf = (id: string) => administrator.act(memberCalls.changeRole, { memberId: memberOf(id), role: 'viewer' })
  expect((await roleOf(owner.memberId)).code).toBe('member_is_owner')
  expect((await roleOf(admin.memberId)).code).toBe('member_is_self')
  expect((await administrator.act(memberCalls.remove, { memberId: memberOf(owner.memberId) })).code).toBe('member_is_owner')
  expect((await (await enter(worker.phone)).act(memberCalls.remove, { memberId: memberOf(admin.memberId) })).code).toBe('not_allowed')
})

test('a removed member is signed out at once and cannot return; the name stays in the log, the number is free', async () => {
  const { mine, join, owner } = await team()
  const worker = await join('operations', '小钱')
  const theirs = await enter(worker.phone)
  await theirs.act(memberCalls.list, {})
  expect((await mine.act(memberCalls.remove, { memberId: memberOf(worker.memberId) })).code).toBe('ok')
  expect(await isIn(theirs)).toBe(false)
  expect((await console.browser().act(signInCalls.byPassword, { login: worker.phone, password: consolePassword })).code).toBe(
    'sign_in_failed',
  )
  const kept = await asAccount(database.db, owner.account, tx =>
    tx
      .selectFrom('auditLog')
      .select(['actor', 'action', 'object', 'result'])
      .where('accountId', '=', owner.account)
      .where('action', '=', 'members/remove')
      .execute(),
  )
  expect(kept).toEqual([{ actor: '王五', action: 'members/remove', object: '小钱', result: 'ok' }])
  const free = await database.db.selectFrom('loginName').select('login').where('login', '=', worker.phone).execute()
  expect(free).toEqual([])
})

test('ownership of an account is transferred by the owner alone, with step-up; two concurrent transfers leave one owner', async () => {
  const { mine, prove, join, owner } = await team()
  const [one, two] = [await join('administrator', '甲'), await join('viewer', '乙')]
  const administrator = await enter(one.phone)
  expect((await administrator.act(memberCalls.transfer, { memberId: memberOf(two.memberId) })).code).toBe('not_allowed')
  expect((await mine.act(memberCalls.transfer, { memberId: memberOf(one.memberId) })).code).toBe('step_up_required')
  await prove('transfer')
  const codes = await Promise.all(
    [one, two].map(async other => (await mine.act(memberCalls.transfer, { memberId: memberOf(other.memberId) })).code),
  )
  expect(codes.filter(code => code === 'ok')).toHaveLength(1)
  const owners = await asAccount(database.db, owner.account, tx =>
    tx.selectFrom('member').select('memberId').where('accountId', '=', owner.account).where('role', '=', 'owner').execute(),
  )
  expect(owners).toHaveLength(1)
  expect(firstOrThrow(owners).memberId).not.toBe(owner.memberId)
})
