/**
 * Phonebook of a million contacts: p50 and p95 of the list by each filter, of its counts, and of the broadcast's
 * queries, as the console makes them (row level security on, a transaction each); then an import of a file by each rule
 * and acts on everything, by the jobs' own code; on a database of its own with fsync on. Run with `node
 * bench/phonebook.ts [contacts] [imported rows]`.
 */

import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { mergeRuleTexts } from '#console/shared/labels/recipients.ts'
import { asAccount, openDb, type Tx } from '#db/connect.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { seedContacts } from '#db/seed/large-contacts.ts'
import { seedReference } from '#db/seed/reference.ts'
import { Files } from '#domain/platform/index.ts'
import {
  type ContactList,
  countDuplicates,
  countReach,
  countSelection,
  createUploadFromContacts,
  listContacts,
  listGroups,
  listTags,
  readContact,
  readTask,
  receiveUpload,
  runContactTask,
  selectionOf,
  startAct,
  startImport,
} from '#domain/recipients/index.ts'
import { createAccount } from '#test/support/account.ts'
import { keysOf } from '#values/keys.ts'
import { firstOrThrow, itemOrThrow, lastOrThrow } from '#values/or-throw.ts'

const contactCount = Number(process.argv[2] ?? 1_000_000)
const rowCount = Number(process.argv[3] ?? 200_000)
const now = new Date()
const folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-bench-'))
await chmod(folder, 0o755)
const server = await startEmbeddedPostgres({ dataDir: folder })
const endServer = () => process.kill(server.pid, 'SIGINT')
process.once('exit', endServer)
await migrate(server.url)
await seedReference(server.url, { secret: 'a secret of at least thirty-two characters', upstream: null, now })
const db = openDb({ url: server.url, role: 'hongyan_app', max: 2 })
const platformDb = openDb({ url: server.url, role: 'hongyan_platform', max: 2 })
const files = new Files(path.join(folder, 'files'))
const { account, memberId } = await createAccount(db)
const owner = new pg.Client({ connectionString: server.url })
await owner.connect()
const seconds = (fromMs: number) => (performance.now() - fromMs) / 1000
const seededAt = performance.now()
await seedContacts(owner, account, { contactCount, now })
await owner.query('vacuum analyze')
const { rows: sizes } = await owner.query<{ count: string; size: string }>(
  `select (select count(*) from contact)::text as count, pg_size_pretty(pg_total_relation_size('contact') + pg_total_relation_size('contact_tagged')) as size`,
)
console.log(`${firstOrThrow(sizes).count} contacts seeded in ${seconds(seededAt).toFixed(0)} s, ${firstOrThrow(sizes).size} with indexes`)

const ask = <T>(work: (tx: Tx) => Promise<T>) => asAccount(db, account, work)

async function measure(name: string, times: number, one: (index: number) => Promise<unknown>): Promise<void> {
  const took: number[] = []
  for (let index = 0; index < times; index += 1) {
    const startedAt = performance.now()
    await one(index)
    took.push(performance.now() - startedAt)
  }
  took.sort((a, b) => a - b)
  const at = (share: number) => itemOrThrow(took, Math.min(took.length - 1, Math.floor(share * took.length))).toFixed(1)
  console.log(`${name.padEnd(44)} p50 ${at(0.5).padStart(7)} ms   p95 ${at(0.95).padStart(7)} ms   (${times} times)`)
}

const groups = await ask(tx => listGroups(tx, account))
const tags = (await ask(tx => listTags(tx, account))).toSorted((a, b) => b.contactCount - a.contactCount)
const [commonTag, rareTag] = [firstOrThrow(tags).tagId, lastOrThrow(tags).tagId]
const largest = firstOrThrow(groups.filter(group => group.parentId === null && groups.some(one => one.parentId === group.groupId))).groupId
const { rows: some } = await owner.query<{ contact_id: string; phone: string; name: string }>(
  `select contact_id, phone, name from contact where name <> '' and ('x' || substr(md5(contact_id::text), 1, 3))::bit(12)::integer = 7 limit 1000`,
)
const contact = (index: number) => itemOrThrow(some, (index * 37) % some.length)
const list = (filter: Partial<ContactList>) => ask(tx => listContacts(tx, account, { pageSize: 20, now, ...filter }))
const count = (filter: object) => ask(async tx => countSelection(tx, account, await selectionOf(tx, account, filter)))

await measure('all, first page', 200, () => list({}))
await measure('all, twentieth page', 20, async () => {
  let cursor: string | undefined
  for (let page = 0; page < 20; page += 1) cursor = (await list({ cursor })).nextCursor ?? undefined
})
await measure('by number', 400, index => list({ search: contact(index).phone }))
await measure('by last four digits', 400, index => list({ search: contact(index).phone.slice(-4) }))
await measure('by beginning of a name: one character', 200, index => list({ search: contact(index).name.slice(0, 1) }))
await measure('by whole name', 200, index => list({ search: contact(index).name }))
await measure('by name in a group with groups below', 200, index => list({ search: contact(index).name, groupId: largest }))
await measure('by group', 200, index => list({ groupId: itemOrThrow(groups, index % groups.length).groupId }))
await measure('by common tag', 200, () => list({ tagId: commonTag }))
await measure('by rare tag', 200, () => list({ tagId: rareTag }))
await measure('by rare tag in a group with groups below', 200, () => list({ tagId: rareTag, groupId: largest }))
await measure('by rare tag and beginning of a name', 100, index => list({ tagId: rareTag, search: contact(index).name.slice(0, 1) }))
await measure('without consent', 200, () => list({ consent: 'no' }))
await measure('without consent in a group with groups below', 100, () => list({ consent: 'no', groupId: largest }))
await measure('one contact', 200, index => ask(tx => readContact(tx, account, contact(index).contact_id, now)))
await measure('groups with counts', 200, () => ask(tx => listGroups(tx, account)))
await measure('count by beginning of a name', 40, index => count({ search: contact(index).name.slice(0, 1) }))
await measure('count by common tag in a group', 40, () => count({ tagId: commonTag, groupId: largest }))
await measure('count of those without consent', 40, () => count({ consent: 'no' }))
await measure('count of duplicates over all groups', 10, () => ask(tx => countDuplicates(tx, account)))
const reach = { groupIds: groups.slice(0, 3).map(group => group.groupId), tagIds: [], needsConsent: true }
await measure('count of recipients in three groups', 20, () => ask(tx => countReach(tx, account, reach)))

const timed = async (name: string, amount: number, work: () => Promise<unknown>) => {
  const startedAt = performance.now()
  const result = await work()
  const took = seconds(startedAt)
  console.log(
    `${name.padEnd(44)} ${took.toFixed(1)} s, ${Math.round(amount / took).toLocaleString('en')} a second  ${JSON.stringify(result)}`,
  )
}
const finish = async (taskId: string) => {
  await runContactTask(account, taskId, { db: platformDb, files, now: () => new Date() })
  const { state, counts, failure } = await ask(tx => readTask(tx, account, taskId, new Date()))
  return failure ?? { state, ...counts }
}
const starter = { memberId, now }

await timed(`an upload of all ${contactCount.toLocaleString('en')} for a broadcast`, contactCount, () =>
  createUploadFromContacts(db, account, files, { groupIds: [], tagIds: [], needsConsent: false, hasColumns: true, ...starter }),
)
const emptied = firstOrThrow(groups.filter(group => group.parentId !== null).toSorted((a, b) => b.contactCount - a.contactCount))
await timed('delete the largest group', emptied.contactCount, async () => {
  const act = { kind: 'delete', filter: { groupId: emptied.groupId } } as const
  return finish((await ask(tx => startAct(tx, account, { act, ...starter }))).taskId)
})
const room = Math.min(rowCount, emptied.contactCount)
function* csv(): Generator<Buffer> {
  for (let from = 0; from < room; from += 1_000) {
    const rows = Array.from(
      { length: Math.min(1_000, room - from) },
      (_, index) => `147${String(from + index).padStart(8, '0')},客户${index},5月1日\n`,
    )
    yield Buffer.from(rows.join(''))
  }
}
for (const rule of ['skip', ...keysOf(mergeRuleTexts)] as const) {
  const uploadId = await receiveUpload(db, account, files, { fileName: 'contacts.csv', bytes: Readable.from(csv()), ...starter })
  await timed(`import of ${room.toLocaleString('en')} rows, ${rule}`, room, async () => {
    const mapping = {
      hasHeader: false,
      phoneColumn: 0,
      nameColumn: 1,
      remarkColumn: null,
      tagsColumn: null,
      fieldColumns: [{ fieldKey: 1, column: 2 }],
    }
    const consent = { kind: 'form' as const, note: '', at: rule === 'overwrite' ? now : null }
    const input = { ...mapping, rule, consent, tagIds: [rareTag], uploadId, groupId: emptied.groupId, ...starter }
    return finish((await ask(tx => startImport(tx, account, input))).taskId)
  })
}
const imported = { groupId: emptied.groupId }
const others = groups.filter(group => group.groupId !== emptied.groupId)
for (const act of [
  { kind: 'tag', filter: imported, tagId: commonTag },
  { kind: 'move', filter: imported, groupId: firstOrThrow(others).groupId },
  { kind: 'merge', keep: 'fullest' },
] as const)
  await timed(act.kind, room, async () => finish((await ask(tx => startAct(tx, account, { act, ...starter }))).taskId))
await measure('by group, after all that', 100, index => list({ groupId: itemOrThrow(groups, index % groups.length).groupId }))
console.log(`load ${firstOrThrow(os.loadavg()).toFixed(1)}`)

await Promise.all([db.destroy(), platformDb.destroy(), owner.end()])
process.off('exit', endServer)
await server.stop()
await rm(folder, { recursive: true, force: true })
