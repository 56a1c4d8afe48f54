import { beforeEach, expect, test } from 'vitest'
import type { LinkBulkAction } from '#contract/links/link-list.ts'
import { asAccount, type Tx } from '#db/connect.ts'
import { liftOptOut, optOut } from '#domain/blacklist/blacklist.ts'
import { addToBlacklist, removeFromBlacklist } from '#domain/blacklist/blacklist-entry.ts'
import { listBlacklist } from '#domain/blacklist/blacklist-list.ts'
import { recordEntries } from '#domain/blacklist/reversible.ts'
import { recordDeletion } from '#domain/content/reversible.ts'
import { createSignature, deleteSignature, makeDefaultSignature } from '#domain/content/signature.ts'
import { readSignature } from '#domain/content/signature-list.ts'
import { createLinks } from '#domain/links/create.ts'
import { createLinkGroup, deleteLinkGroup, listLinkGroups } from '#domain/links/group.ts'
import { linkHistory } from '#domain/links/history.ts'
import { runLinkBulkAction } from '#domain/links/many.ts'
import { readUndo } from '#domain/undo-record/find.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { undoAct } from './undo.ts'

const now = new Date()
const shortLinkUrl = 'https://hy.example'
const database = prepareTestDatabase()
let owner: TestAccount
beforeEach(async () => {
  owner = await createAccount(database.db, { linkUnits: 100 })
})

const run = <T>(work: (tx: Tx, account: AccountId) => Promise<T>) => asAccount(database.db, owner.account, tx => work(tx, owner.account))
const by = () => ({ undoId: newId(), memberId: owner.memberId, now })
const undo = (undoId: string | null) =>
  run(async (tx, account) => {
    const given = undoId ?? 'nothing was recorded'
    await undoAct(tx, account, { undoId: given, memberId: owner.memberId, now, shortLinkUrl })
    const { counts } = await readUndo(tx, account, given)
    return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
  })

const [one, two, three] = ['13800000001', '13800000002', '13800000003']
const block = (numbers: string[], scope: 'marketing' | 'all' = 'marketing') =>
  run((tx, account) =>
    addToBlacklist(tx, account, {
      numbers,
      signatureId: null,
      scope,
      reason: '',
      expiresAt: null,
      memberId: owner.memberId,
      now,
      undo: by(),
    }),
  )
const unblock = async (phones: string[], consent = '') => {
  const rows = await entries()
  const blacklistIds = rows.filter(row => phones.includes(row.phone)).map(row => row.blacklistId)
  const removal = { blacklistIds, reason: '来电', consent, memberId: owner.memberId, now }
  return run((tx, account) =>
    recordEntries(tx, account, { ...by(), touched: { blacklistIds } }, () => removeFromBlacklist(tx, account, removal)),
  )
}
const refuseMessages = (phone: string) => run((tx, account) => optOut(tx, account, { phone, signatureId: null, source: 'reply', now }))
const entries = async (state: 'active' | 'removed' = 'active') =>
  (await run((tx, account) => listBlacklist(tx, account, { state, pageSize: 100 }, now))).rows
const blocked = async () => (await entries()).map(row => `${row.phone} ${row.scope} ${row.source}`).sort()

test('entries that were added are removed, with the row as evidence; a widened scope is as before', async () => {
  await block([one])
  const { undoId } = await block([one, two], 'all')
  expect(await blocked()).toEqual([`${one} all manual`, `${two} all import`])
  expect(await undo(undoId)).toEqual({ restored: 2 })
  expect(await blocked()).toEqual([`${one} marketing manual`])
  expect(await entries('removed')).toMatchObject([{ phone: two, removal: { reason: '撤销了添加' } }])
})

test("a person's own refusal is never undone: neither one that came since, nor the entry it was recorded in", async () => {
  const { undoId } = await block([one, two, three])
  await refuseMessages(one)
  await unblock([two])
  expect(await undo(undoId)).toEqual({ restored: 1, opted_out: 1, changed: 1 })
  expect(await blocked()).toEqual([`${one} marketing reply`])
  const widened = await block([one], 'all')
  expect(await undo(widened.undoId)).toEqual({ restored: 1 })
  expect(await blocked()).toEqual([`${one} marketing reply`])
})

test('removed entries return, opt-outs with them, unless the number is on the list again', async () => {
  await block([two, three])
  await refuseMessages(one)
  const before = await blocked()
  const removed = await unblock([one, two, three], '11月20日来电要求恢复')
  expect(await blocked()).toEqual([])
  await block([three])
  expect(await undo(removed.undoId)).toEqual({ restored: 2, taken: 1 })
  expect((await blocked()).map(text => text.slice(0, 11))).toEqual(before.map(text => text.slice(0, 11)))
  expect((await blocked()).filter(text => text.endsWith('reply'))).toEqual([`${one} marketing reply`])
  const again = await unblock([one], '11月20日来电要求恢复')
  await refuseMessages(one)
  await run((tx, account) => liftOptOut(tx, account, { phone: one, signatureId: null, now }))
  expect(await undo(again.undoId)).toEqual({ restored: 1 })
})

const makeLinks = async (...targets: string[]) => {
  const making = { now, memberId: owner.memberId, source: 'console', shortLinkUrl } as const
  const links = await run((tx, account) =>
    createLinks(
      tx,
      account,
      targets.map(target => ({ target, tags: ['旧'] })),
      making,
    ),
  )
  return links.map(link => link.linkId)
}
const act = (linkIds: string[], one: LinkBulkAction) =>
  run((tx, account) => runLinkBulkAction(tx, account, linkIds, one, { ...by(), shortLinkUrl }))
const linkRows = async () => {
  const rows = await database.platformDb
    .selectFrom('link')
    .select(['target', 'state', 'tags', 'endsAt', 'groupId', 'deletedAt'])
    .where('accountId', '=', owner.account)
    .orderBy('target')
    .execute()
  return rows
}
const blockDomain = (domain: string) =>
  database.platformDb.insertInto('domainRule').values({ domain, kind: 'blocked', createdAt: now }).execute()

test('links that were moved, tagged or deleted are as before, and their history says so', async () => {
  const linkIds = await makeLinks('https://a.cn/1', 'https://a.cn/2')
  const { linkGroupId } = await run((tx, account) => createLinkGroup(tx, account, { name: '春季', now }))
  const before = await linkRows()
  for (const one of [
    { kind: 'move', linkGroupId },
    { kind: 'tag', tags: ['新'] },
    { kind: 'extend', endsAt: new Date(now.getTime() + 1_000_000) },
    { kind: 'delete' },
  ] satisfies LinkBulkAction[]) {
    const { undoId } = await act(linkIds, one)
    expect(await undo(undoId), one.kind).toEqual({ restored: 2 })
    expect(await linkRows(), one.kind).toEqual(before)
  }
  expect((await act(linkIds, { kind: 'disable' })).undoId).toBeNull()
  const { rows } = await run((tx, account) => linkHistory(tx, account, { linkId: firstOrThrow(linkIds), pageSize: 20 }))
  expect(rows.flatMap(row => row.changes.map(change => change.field))).toContain('isDeleted')
})

test('a deleted link stays away when its target was blocked meanwhile', async () => {
  const linkIds = await makeLinks('https://good.cn/1', 'https://bad.cn/2')
  const { undoId } = await act(linkIds, { kind: 'delete' })
  await blockDomain('bad.cn')
  expect(await undo(undoId)).toEqual({ restored: 1, blocked: 1 })
  expect((await linkRows()).map(row => row.deletedAt !== null)).toEqual([true, false])
})

test('a deleted link group returns with its links', async () => {
  const linkIds = await makeLinks('https://a.cn/1')
  const { linkGroupId } = await run((tx, account) => createLinkGroup(tx, account, { name: '春季', now }))
  await act(linkIds, { kind: 'move', linkGroupId })
  const before = await run(listLinkGroups)
  const { undoId } = await run((tx, account) => deleteLinkGroup(tx, account, { ...by(), linkGroupId, shortLinkUrl }))
  expect(await run(listLinkGroups)).toEqual([])
  expect(await undo(undoId)).toEqual({ restored: 1 })
  expect(await run(listLinkGroups)).toEqual(before)
})

test('a deleted signature has its state again and is the default again, unless another one has its text', async () => {
  const make = async () => {
    const content = { text: '鸿雁', kind: 'company', purpose: 'own', remark: '', isSubmitted: false } as const
    return (await run((tx, account) => createSignature(tx, account, { ...content, memberId: owner.memberId, now }))).signatureId
  }
  const signatureId = await make()
  const given = { signatureId, memberId: owner.memberId, now }
  await run(async (tx, account) => {
    await tx.updateTable('signature').set({ state: 'approved' }).where('accountId', '=', account).execute()
    await makeDefaultSignature(tx, account, given)
  })
  const remove = () =>
    run((tx, account) =>
      recordDeletion(tx, account, { ...by(), object: 'signature', objectId: signatureId }, () => deleteSignature(tx, account, given)),
    )
  const first = await remove()
  expect(await undo(first.undoId)).toEqual({ restored: 1 })
  const read = await run((tx, account) => readSignature(tx, account, signatureId))
  expect(read).toMatchObject({ state: 'approved', isDefault: true })
  expect(firstOrThrow(read.history).decision).toBe('restored')
  const second = await remove()
  await make()
  expect(await undo(second.undoId)).toEqual({ taken: 1 })
})
