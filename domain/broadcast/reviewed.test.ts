import { beforeAll, expect, test } from 'vitest'
import { Refusal } from '#contract/refusals.ts'
import { asAccount, asPlatform, type Tx } from '#db/connect.ts'
import { decideReview } from '#domain/content/review-decide.ts'
import { waitingReviews } from '#domain/content/review-queue.ts'
import { listTemplates } from '#domain/content/template-list.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { Files } from '#domain/platform/files.ts'
import { createStaff } from '#domain/staff/staff.ts'
import { prepareUpload, sendAgain } from '#test/support/broadcast.ts'
import { createChannel } from '#test/support/channel.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { cancelBroadcast } from './control.ts'
import { readDraft } from './draft.ts'
import { saveOwnText } from './own-text.ts'
import { previewBroadcast } from './preview.ts'
import { readBroadcast } from './read.ts'
import { releaseReviewed } from './reviewed.ts'
import { sendBroadcast } from './send.ts'
import { sendTest } from './test-send.ts'

const now = new Date('2026-11-21T02:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const text = '${name}您好，本周末全场八折，到店另有小礼。'
const database = prepareTestDatabase()
let staffId: string
beforeAll(async () => {
  await createChannel(database.platformDb)
  const staff = await asPlatform(database.platformDb, tx =>
    createStaff(tx, { login: 'reviewer', name: '审核员', role: 'reviewer', passwordHash: '-', now }),
  )
  staffId = staff.staffId
})

const run = <T>(account: AccountId, work: (tx: Tx) => Promise<T>) => asAccount(database.db, account, work)
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )

/** A broadcast with a text of its own that waits for review. */
async function submitted(scheduledAt: Date | null = null) {
  const { account, memberId, phone, uploadId, signatureId } = await prepareUpload(database.db, now, 6, { kind: 'marketing' })
  const { templateId } = await run(account, tx => saveOwnText(tx, account, { text, memberId, now }))
  await run(account, tx =>
    tx
      .updateTable('upload')
      .set({ mapping: JSON.stringify({ signatureId, templateId }) })
      .where('accountId', '=', account)
      .execute(),
  )
  const listed = await run(account, tx => listTemplates(tx, account, { pageSize: 20 }))
  const trial = await codeOf(run(account, tx => sendTest(tx, account, { uploadId, memberId, phones: [phone], now })))
  const input = { uploadId, scheduledAt, memberId, now }
  const preview = await run(account, tx => previewBroadcast(tx, account, input))
  const { broadcastId, state } = await run(account, tx => sendBroadcast(tx, account, { ...input, name: '', expected: preview }))
  const read = () => run(account, tx => readBroadcast(tx, account, broadcastId))
  const decide = async (reason: string | null) => {
    const review = firstOrThrow((await waitingReviews(database.platformDb, 'template')).filter(one => one.objectId === templateId))
    await asPlatform(database.platformDb, tx =>
      decideReview(tx, account, {
        staffId,
        object: 'template',
        objectId: templateId,
        submittedAt: review.submittedAt,
        reason,
        now: later(1),
      }),
    )
    await releaseReviewed(database.platformDb, later(2))
  }
  const heldCount = async () => firstOrThrow((await run(account, tx => balancesOf(tx, account))).grants).heldCount
  return { account, memberId, broadcastId, state, preview, listed, trial, read, decide, heldCount, templateId }
}

test('own text: unlisted and not sent before submission; then the broadcast waits with its cost held', async () => {
  const one = await submitted()
  expect(one.listed.rows.map(row => row.templateId)).not.toContain(one.templateId)
  expect(one.trial).toBe('template_not_approved')
  expect(one.preview.needsReview).toBe(true)
  expect(one.state).toBe('reviewing')
  await releaseReviewed(database.platformDb, later(1))
  expect((await one.read()).state).toBe('reviewing')
  expect(await one.heldCount()).toBeGreaterThan(0)
})

test('approval: starts the broadcast at once or at its time', async () => {
  const [soon, planned] = [await submitted(), await submitted(later(60))]
  for (const one of [soon, planned]) await one.decide(null)
  expect(await soon.read()).toMatchObject({ state: 'sending', startedAt: later(2) })
  expect(await planned.read()).toMatchObject({ state: 'scheduled', scheduledAt: later(60) })
})

test('rejection: cancels the broadcast, refunds everything, and leaves the text to be corrected', async () => {
  const one = await submitted()
  await one.decide('请写明活动时间')
  expect(await one.read()).toMatchObject({ state: 'canceled', stateReason: 'text_rejected', voidedSegments: 8 })
  expect(await one.heldCount()).toBe(0)
  const again = { broadcastId: one.broadcastId, numbers: 'none' as const, codes: [], memberId: one.memberId, now }
  const { draftId } = await sendAgain(database.db, one.account, new Files('/dev/null/files'), again)
  expect((await run(one.account, tx => readDraft(tx, one.account, draftId))).content).toMatchObject({ templateId: null, ownText: text })
})

test('cancel: withdraws the text from review; a text changed meanwhile is not sent', async () => {
  const [canceled, changed] = [await submitted(), await submitted()]
  await run(canceled.account, tx => cancelBroadcast(tx, canceled.account, canceled.broadcastId, { now, memberId: canceled.memberId }))
  expect((await waitingReviews(database.platformDb, 'template')).map(one => one.objectId)).not.toContain(canceled.templateId)
  await database.platformDb.updateTable('template').set({ text: '换了内容' }).where('accountId', '=', changed.account).execute()
  await changed.decide(null)
  expect((await changed.read()).state).toBe('canceled')
})

test('text that fails the check: is not saved', async () => {
  const { account, memberId } = await prepareUpload(database.db, now, 0)
  const keep = (words: string) => run(account, tx => saveOwnText(tx, account, { text: words, memberId, now }))
  expect(await codeOf(keep('加微信abc12345领红包'))).toBe('template_text_invalid')
  expect(await codeOf(keep('全场八折，欢迎到店'))).toBe('done')
})

test('a text of one broadcast is named by its first clauses, without variables', async () => {
  const { account, memberId } = await prepareUpload(database.db, now, 0)
  const nameOf = async (words: string) => {
    const { templateId } = await run(account, tx => saveOwnText(tx, account, { text: words, memberId, now }))
    const template = await run(account, tx =>
      tx
        .selectFrom('template')
        .select('name')
        .where('accountId', '=', account)
        .where('templateId', '=', templateId)
        .executeTakeFirstOrThrow(),
    )
    return template.name
  }
  expect(await nameOf('${name}，双十二全场八折，到店出示短信领取赠品一份，送完为止，先到先得。')).toBe(
    '群发：双十二全场八折，到店出示短信领取赠品一份，送完为止',
  )
  expect(await nameOf('${name}您好，全场八折')).toBe('群发：您好，全场八折')
})
