import { beforeAll, expect, test } from 'vitest'
import type { ReviewObject } from '#contract/content/admin-review.ts'
import { type ReviewState, reviewStates, signatureCan } from '#contract/content/review-state.ts'
import { asAccount, asPlatform } from '#db/connect.ts'
import { addWords } from '#domain/forbidden-words/word.ts'
import { createStaff } from '#domain/staff/staff.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { keysOf } from '#values/keys.ts'
import { firstOrThrow, takeOrThrow } from '#values/or-throw.ts'
import { disableContent, listContents } from './review-content.ts'
import { decideReview } from './review-decide.ts'
import { decisionsSince, reviewContext, reviewQueues, waitingReviews } from './review-queue.ts'
import { createSignature, submitSignature, withdrawSignature } from './signature.ts'
import { createTemplate, editTemplate, expediteTemplate } from './template.ts'

const start = new Date('2026-11-21T02:00:00.123Z')
const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000)
const database = prepareTestDatabase()
let owner: TestAccount
let reviewer: string
let colleague: string
let made = 0

beforeAll(async () => {
  owner = await createAccount(database.db, { name: '云溪书店有限公司' })
  const addStaff = (login: string, name: string) =>
    asPlatform(database.platformDb, tx => createStaff(tx, { login, name, role: 'reviewer', passwordHash: '-', now: start }))
  reviewer = (await addStaff('li', '李审核')).staffId
  colleague = (await addStaff('wang', '王审核')).staffId
})

const submitted = async (object: ReviewObject, now = start, who = owner): Promise<string> => {
  made += 1
  return asAccount(database.db, who.account, async tx => {
    if (object === 'signature') {
      const content = { text: `云溪${made}`, kind: 'company', purpose: 'own', remark: '自有品牌' } as const
      return (await createSignature(tx, who.account, { ...content, isSubmitted: true, memberId: who.memberId, now })).signatureId
    }
    const content = {
      name: `取件${made}`,
      kind: 'transactional',
      text: `您的第${made}件快递到了，请尽快来取。`,
      variables: [],
      remark: '',
    } as const
    return (await createTemplate(tx, who.account, { ...content, isSubmitted: true, memberId: who.memberId, now })).templateId
  })
}
interface DecisionChanges {
  staffId?: string
  reason?: string | null
  submittedAt?: Date
  now?: Date
}
const decide = (object: ReviewObject, objectId: string, changes: DecisionChanges = {}) =>
  asPlatform(database.platformDb, tx =>
    decideReview(tx, owner.account, { object, objectId, staffId: reviewer, reason: null, submittedAt: start, now: after(5), ...changes }),
  )
const read = (object: ReviewObject, objectId: string) =>
  object === 'signature'
    ? database.platformDb
        .selectFrom('signature')
        .select(['state', 'reason', 'reviewedAt'])
        .where('accountId', '=', owner.account)
        .where('signatureId', '=', objectId)
        .executeTakeFirstOrThrow()
    : database.platformDb
        .selectFrom('template')
        .select(['state', 'reason', 'reviewedAt'])
        .where('accountId', '=', owner.account)
        .where('templateId', '=', objectId)
        .executeTakeFirstOrThrow()
const setState = (signatureId: string, state: ReviewState) =>
  database.platformDb
    .updateTable('signature')
    .set({ state })
    .where('accountId', '=', owner.account)
    .where('signatureId', '=', signatureId)
    .execute()
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )

test.each(['signature', 'template'] as const)('%s: approved, or rejected with a reason that the customer sees', async object => {
  const good = await submitted(object)
  await decide(object, good)
  expect(await read(object, good)).toEqual({ state: 'approved', reason: null, reviewedAt: after(5) })
  const bad = await submitted(object)
  await decide(object, bad, { reason: '与主体无关' })
  expect(await read(object, bad)).toEqual({ state: 'rejected', reason: '与主体无关', reviewedAt: after(5) })
  const { history } = await reviewContext(database.platformDb, owner.account, object, bad)
  expect(history.map(step => [step.decision, step.reason, step.by])).toEqual([
    ['rejected', '与主体无关', '李审核'],
    ['submitted', null, '张三'],
  ])
})

test.each(keysOf(reviewStates).flatMap(state => (['approve', 'reject'] as const).map(act => ({ state, act }))))(
  '$act of a signature in the state $state follows the state table',
  async ({ state, act }) => {
    const signatureId = await submitted('signature')
    await setState(signatureId, state)
    const outcome = await codeOf(decide('signature', signatureId, { reason: act === 'reject' ? '不合规' : null }))
    const may = signatureCan[act].from.some(one => one === state)
    expect(outcome).toBe(may ? 'done' : 'review_decided')
    expect((await read('signature', signatureId)).state).toBe(may ? signatureCan[act].to : state)
  },
)

test('concurrent decisions: the slower reviewer learns who was faster, when, and the result', async () => {
  const templateId = await submitted('template')
  const outcomes = await Promise.allSettled([
    decide('template', templateId, { staffId: reviewer }),
    decide('template', templateId, { staffId: colleague, reason: '内容不完整' }),
  ])
  const [lost] = outcomes.filter(outcome => outcome.status === 'rejected')
  expect(outcomes.filter(outcome => outcome.status === 'fulfilled')).toHaveLength(1)
  const { state } = await read('template', templateId)
  const winner = state === 'approved' ? '李审核已于11-21 10:05通过' : '王审核已于11-21 10:05驳回'
  expect(lost?.reason).toMatchObject({ code: 'review_decided', message: `${winner}，您的决定没有生效` })
  const again = decide('template', templateId, { staffId: state === 'approved' ? reviewer : colleague })
  await expect(again).rejects.toMatchObject({ message: expect.stringMatching(/^您已于/) })
})

test("withdrawn submission: can't be decided; a resubmission can't be decided before it was seen", async () => {
  const signatureId = await submitted('signature')
  const act = { signatureId, memberId: owner.memberId }
  await asAccount(database.db, owner.account, tx => withdrawSignature(tx, owner.account, { ...act, now: after(1) }))
  await expect(decide('signature', signatureId)).rejects.toMatchObject({ message: '客户已于11-21 10:01撤回，您的决定没有生效' })
  await asAccount(database.db, owner.account, tx => submitSignature(tx, owner.account, { ...act, now: after(2) }))
  expect(await codeOf(decide('signature', signatureId, { reason: '不合规' }))).toBe('review_resubmitted')
  expect(await codeOf(decide('signature', signatureId, { submittedAt: after(2) }))).toBe('done')
})

test("account isolation: an object isn't found under another account", async () => {
  const other = await createAccount(database.db)
  const templateId = await submitted('template', start, other)
  expect(await codeOf(decide('template', templateId))).toBe('not_found')
  expect(await codeOf(reviewContext(database.platformDb, owner.account, 'template', templateId))).toBe('not_found')
})

test('queue: oldest first with the findings of the check, over all accounts; counts match', async () => {
  for (const waiting of await waitingReviews(database.platformDb))
    await asPlatform(database.platformDb, tx =>
      decideReview(tx, waiting.accountId, { ...waiting, staffId: colleague, reason: null, now: after(5) }),
    )
  const other = await createAccount(database.db, { attested: false })
  const later = await submitted('template', after(30), other)
  const first = await submitted('signature', after(10), other)
  const queue = await waitingReviews(database.platformDb)
  expect(queue.map(one => [one.object, one.objectId, one.attestedName])).toEqual([
    ['signature', first, null],
    ['template', later, null],
  ])
  expect(queue[0]).toMatchObject({
    signature: { kind: 'company', purpose: 'own' },
    template: null,
    remark: '自有品牌',
    submittedAt: after(10),
  })
  expect(firstOrThrow(queue).findings.map(finding => finding.code)).toContain('not_attested')
  expect(queue[1]).toMatchObject({ signature: null, template: { kind: 'transactional', variables: [] } })
  expect(await waitingReviews(database.platformDb, 'template')).toHaveLength(1)
  expect(await reviewQueues(database.platformDb)).toEqual({
    signature: { count: 1, oldestAt: after(10) },
    template: { count: 1, oldestAt: after(30) },
  })
})

test('decisions today: counted for all staff and for one', async () => {
  const before = await decisionsSince(database.platformDb, after(100), reviewer)
  expect(before).toEqual({ all: 0, mine: 0 })
  await decide('signature', await submitted('signature'), { now: after(101) })
  await decide('signature', await submitted('signature'), { now: after(102), staffId: colleague, reason: '不合规' })
  expect(await decisionsSince(database.platformDb, after(100), reviewer)).toEqual({ all: 2, mine: 1 })
})

test('disabling by staff: works for content in use, requires a reason; other states are refused', async () => {
  const account = owner.account
  const disable = (objectId: string) =>
    asPlatform(database.platformDb, tx =>
      disableContent(tx, account, { object: 'signature', objectId, reason: '冒用他人名称', staffId: reviewer, now: after(200) }),
    )
  for (const state of keysOf(reviewStates)) {
    const signatureId = await submitted('signature')
    await setState(signatureId, state)
    const may = signatureCan.disable.from.some(one => one === state)
    expect(await codeOf(disable(signatureId)), state).toBe(may ? 'done' : state === 'deleted' ? 'not_found' : 'state_forbids')
    expect(await read('signature', signatureId)).toMatchObject(
      may ? { state: 'disabled', reason: '冒用他人名称' } : { state, reason: null },
    )
  }
  const contents = await listContents(database.platformDb, account)
  expect(contents.map(content => content.state).filter(state => state === 'draft' || state === 'deleted')).toEqual([])
  expect(contents.findIndex(content => content.state !== 'approved')).toBe(contents.filter(content => content.state === 'approved').length)
  expect(contents.find(content => content.state === 'disabled' && content.reason === '冒用他人名称')).toBeDefined()
})

test('name used by another account: reported', async () => {
  const other = await createAccount(database.db)
  const signatureId = await submitted('signature', start, owner)
  await decide('signature', signatureId)
  const text = `云溪${made}`
  const twin = await asAccount(database.db, other.account, tx =>
    createSignature(tx, other.account, {
      text,
      kind: 'company',
      purpose: 'own',
      remark: '',
      isSubmitted: true,
      memberId: other.memberId,
      now: start,
    }),
  )
  const context = await reviewContext(database.platformDb, other.account, 'signature', twin.signatureId)
  expect(context).toMatchObject({ sameElsewhereCount: 1, approvedCount: 0, signatureTexts: [] })
})

test('expedited submission: first in the queue until decided', async () => {
  const [early, late] = [await submitted('template', after(400)), await submitted('template', after(410))]
  const places = async () => {
    const waiting = (await waitingReviews(database.platformDb, 'template')).map(one => one.objectId)
    return [early, late].map(objectId => waiting.indexOf(objectId))
  }
  const [earlyBefore, lateBefore] = takeOrThrow(await places(), 2)
  expect(earlyBefore).toBeLessThan(lateBefore)
  const act = { templateId: late, memberId: owner.memberId, now: after(450) }
  await asAccount(database.db, owner.account, tx => expediteTemplate(tx, owner.account, act))
  expect((await places())[1]).toBe(0)
  await decide('template', late, { reason: '不完整', submittedAt: after(410), now: after(460) })
  expect((await places())[1]).toBe(-1)
})

test('resubmission: compared with the last decided version; its reason is kept as text and as a standard reason', async () => {
  const templateId = await submitted('template', after(500))
  const { text } = firstOrThrow((await waitingReviews(database.platformDb, 'template')).filter(one => one.objectId === templateId))
  expect((await reviewContext(database.platformDb, owner.account, 'template', templateId)).lastVersion).toBeNull()
  await asPlatform(database.platformDb, tx =>
    decideReview(tx, owner.account, {
      object: 'template',
      objectId: templateId,
      staffId: reviewer,
      submittedAt: after(500),
      reason: '看不出要通知什么事',
      reasonCode: 'incomplete',
      now: after(505),
    }),
  )
  const content = {
    templateId,
    name: '取件',
    kind: 'transactional',
    text: '您的快递到了门卫室，请尽快来取。',
    variables: [],
    remark: '',
  } as const
  await asAccount(database.db, owner.account, tx =>
    editTemplate(tx, owner.account, { ...content, isSubmitted: true, memberId: owner.memberId, now: after(510) }),
  )
  const { lastVersion, history } = await reviewContext(database.platformDb, owner.account, 'template', templateId)
  expect(lastVersion).toMatchObject({ decision: 'rejected', at: after(505), content: { text } })
  expect(history[1]).toMatchObject({ decision: 'rejected', reasonCode: 'incomplete', reason: '看不出要通知什么事' })
})

test('the check is done again when staff open a submission: a word that was added since is found', async () => {
  const templateId = await submitted('template', after(90))
  const messagesOf = async () =>
    (await asPlatform(database.platformDb, tx => reviewContext(tx, owner.account, 'template', templateId))).findings.map(
      ({ message }) => message,
    )
  const before = await messagesOf()
  await asPlatform(database.platformDb, tx =>
    addWords(tx, [{ word: '快递到了', level: 'review', kinds: ['transactional'], remark: '' }], { staffId: reviewer, now: after(91) }),
  )
  const added = (await messagesOf()).filter(message => !before.includes(message))
  expect(added).toEqual([expect.stringContaining('快递到了')])
})
