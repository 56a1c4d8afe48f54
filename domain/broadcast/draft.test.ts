import { beforeAll, expect, test } from 'vitest'
import type { DraftContent } from '#contract/broadcast/broadcast-draft.ts'
import { Refusal } from '#contract/refusals.ts'
import { asAccount, type Tx } from '#db/connect.ts'
import { prepareUpload } from '#test/support/broadcast.ts'
import { createChannel } from '#test/support/channel.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { listDrafts, readDraft, removeDrafts, removeOldDrafts, saveDraft } from './draft.ts'
import { previewBroadcast } from './preview.ts'
import { sendBroadcast } from './send.ts'

const now = new Date('2026-11-21T02:00:00Z')
const days = (count: number) => new Date(now.getTime() + count * 86_400_000)
const database = prepareTestDatabase()
beforeAll(async () => {
  await createChannel(database.platformDb)
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

async function prepare() {
  const prepared = await prepareUpload(database.db, now, 3)
  const { account, memberId, signatureId, templateId, uploadId } = prepared
  const content: DraftContent = {
    name: '十一月',
    signatureId,
    templateId,
    ownText: null,
    uploadId,
    isScheduled: false,
    scheduledAt: '',
    isSpread: false,
    perMinute: 600,
    fromMinute: 480,
    untilMinute: 1260,
    atNight: 'postpone',
  }
  const draftId = newId()
  const save = (version: number, change: Partial<DraftContent> = {}, id = draftId) =>
    run(account, tx => saveDraft(tx, account, { draftId: id, version, content: { ...content, ...change }, memberId, now }))
  const list = (search?: string) => run(account, tx => listDrafts(tx, account, { pageSize: 20, search }))
  return { ...prepared, draftId, save, list }
}

test('draft: opens with its texts and numbers for every member, and is found by name', async () => {
  const { account, draftId, save, list } = await prepare()
  expect(await save(0)).toMatchObject({ version: 1 })
  expect(await save(1, { name: '十二月' })).toMatchObject({ version: 2 })
  const { rows, count } = await list()
  expect(count).toBe(1)
  expect(rows).toMatchObject([
    {
      draftId,
      name: '十二月',
      signatureText: '测试商城',
      text: '尊敬的${name}，您的商品已到货',
      upload: { state: 'ready', validCount: 3 },
    },
  ])
  expect((await list('十二')).rows).toHaveLength(1)
  expect((await list('十一')).rows).toHaveLength(0)
  expect(await run(account, tx => readDraft(tx, account, draftId))).toMatchObject({ version: 2, broadcastId: null })
})

test('saving over a newer version: refused; the broadcast’s own text replaces the template’s', async () => {
  const { save, list } = await prepare()
  await save(0)
  await save(1, { ownText: '全场八折' })
  expect(await codeOf(save(1, { name: '迟到的' }))).toBe('draft_changed')
  expect((await list()).rows).toMatchObject([{ name: '十一月', text: '全场八折' }])
})

test('sent draft: links to its broadcast, isn’t listed, and can neither be changed nor sent again', async () => {
  const { account, memberId, uploadId, draftId, save, list } = await prepare()
  await save(0)
  const send = () =>
    run(account, async tx => {
      const expected = await previewBroadcast(tx, account, { uploadId, scheduledAt: null, memberId, now })
      return sendBroadcast(tx, account, { uploadId, draftId, name: '', scheduledAt: null, expected, memberId, now })
    })
  const { broadcastId } = await send()
  expect(await run(account, tx => readDraft(tx, account, draftId))).toMatchObject({ broadcastId })
  expect(await list()).toMatchObject({ rows: [], count: 0 })
  expect(await codeOf(save(1))).toBe('draft_sent')
  expect(await codeOf(send())).toBe('upload_already_sent')
  expect(await run(account, tx => removeDrafts(tx, account, [draftId]))).toBe(0)
})

test('deleted draft: a late save doesn’t restore it', async () => {
  const { account, draftId, save } = await prepare()
  await save(0)
  expect(await run(account, tx => removeDrafts(tx, account, [draftId]))).toBe(1)
  expect(await codeOf(save(1))).toBe('not_found')
})

test('drafts: limited per account; untouched ones expire', async () => {
  const { save, list } = await prepare()
  for (let made = 0; made < limits.broadcastDrafts; made += 1) await save(0, {}, newId())
  expect(await codeOf(save(0))).toBe('too_many')
  await removeOldDrafts(database.platformDb, days(limits.broadcastDraftDays - 1))
  expect((await list()).count).toBe(limits.broadcastDrafts)
  await removeOldDrafts(database.platformDb, days(limits.broadcastDraftDays + 1))
  expect((await list()).count).toBe(0)
})
