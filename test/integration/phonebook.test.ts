import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAccount, type Tx } from '#db/connect.ts'
import { Files } from '#domain/platform/files.ts'
import { createGroup, listGroups } from '#domain/recipients/phonebook/group.ts'
import { readTask, refusedContactsFile, startAct, startImport } from '#domain/recipients/phonebook/task.ts'
import { receiveUpload } from '#domain/recipients/upload/upload.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { Program } from '#test/support/engine.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const database = prepareTestDatabase()
let dataDir: string
let jobs: Program
let owner: TestAccount
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'hongyan-whole-'))
  const secret = 'a secret of at least thirty-two characters'
  jobs = new Program('jobs', { DATABASE_URL: database.url, DATA_DIR: dataDir, HONGYAN_SECRET: secret })
  owner = await createAccount(database.db)
})
afterAll(async () => {
  await jobs.stop()
  await rm(dataDir, { recursive: true })
})

const run = <T>(work: (tx: Tx) => Promise<T>) => asAccount(database.db, owner.account, work)
const stateOf = (taskId: string) => run(tx => readTask(tx, owner.account, taskId, new Date()))

/** Kills the jobs when half of a task is done, and lets new ones resume it. */
async function killAtHalf(taskId: string, totalCount: number) {
  while ((await stateOf(taskId)).doneCount < totalCount / 2) await new Promise(resolve => setTimeout(resolve, 5))
  await jobs.kill()
  expect((await stateOf(taskId)).state).toBe('running')
  await jobs.start()
  while ((await stateOf(taskId)).state === 'running') await new Promise(resolve => setTimeout(resolve, 100))
  return stateOf(taskId)
}

test('an import and a deletion are killed at half: another program resumes them, each contact is written and counted once', async () => {
  const { account, memberId } = owner
  const now = new Date()
  const { groupId } = await run(tx => createGroup(tx, account, { name: '会员', now }))
  // Of ten rows nine are distinct numbers and one is invalid.
  const rowCount = 60_000
  const content = Array.from({ length: rowCount }, (_, index) =>
    index % 10 === 9 ? `x${index},坏` : `138${String(index).padStart(8, '0')},客户${index}`,
  )
  const files = new Files(path.join(dataDir, 'files'))
  const bytes = Readable.from([Buffer.from(content.join('\n'))])
  const uploadId = await receiveUpload(database.db, account, files, { fileName: '客户.csv', bytes, memberId, now })
  await jobs.start()
  const mapping = { hasHeader: false, phoneColumn: 0, nameColumn: 1, remarkColumn: null, tagsColumn: null, fieldColumns: [] }
  const { taskId } = await run(tx =>
    startImport(tx, account, { ...mapping, rule: 'fill', consent: null, tagIds: [], uploadId, groupId, memberId, now }),
  )
  expect(await killAtHalf(taskId, rowCount)).toMatchObject({
    state: 'done',
    doneCount: rowCount,
    counts: { added: 54_000, malformed: 6_000 },
  })
  const countOf = async () => firstOrThrow(await run(tx => listGroups(tx, account))).contactCount
  const rowsOf = () =>
    run(tx =>
      tx
        .selectFrom('contact')
        .select(row => row.fn.countAll<number>().as('rows'))
        .where('accountId', '=', account)
        .executeTakeFirstOrThrow(),
    )
  expect([await countOf(), (await rowsOf()).rows]).toEqual([54_000, 54_000])
  const { fileId } = await run(tx => refusedContactsFile(tx, account, taskId))
  expect((await buffer(files.open(account, fileId))).toString().trimEnd().split('\r\n')).toHaveLength(1 + 6_000)

  const act = { kind: 'delete', filter: { groupId } } as const
  const deletion = await run(tx => startAct(tx, account, { act, memberId, now: new Date() }))
  expect(await killAtHalf(deletion.taskId, 54_000)).toMatchObject({ state: 'done', counts: { done: 54_000 } })
  expect([await countOf(), (await rowsOf()).rows]).toEqual([0, 0])
})
