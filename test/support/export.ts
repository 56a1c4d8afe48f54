import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Role } from '#contract/identity/permission.ts'
import { asAccount, type Db } from '#db/connect.ts'
import type { Requester } from '#domain/export/act.ts'
import { issueTicket, openDownload } from '#domain/export/download.ts'
import { readExport } from '#domain/export/list.ts'
import { type ExportRequest, requestExport } from '#domain/export/request.ts'
import { type WriteOptions, writeExport } from '#domain/export/write.ts'
import { Files } from '#domain/platform/files.ts'
import { type AccountId, newId } from '#values/id.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import { createAccount, type TestAccount } from './account.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

export const exportSecret = 'a secret of at least thirty-two characters'
/** Time of the export requests; messages are older. */
export const askedAt = new Date('2026-11-21T02:00:00Z')
const writtenAt = new Date(askedAt.getTime() + 1000)

export interface MessageFacts {
  phone?: string
  content?: string
  state?: string
  reason?: string | null
  customId?: string | null
}

/** Inserts messages directly, a second apart, the newest last. Returns their ids, the newest first as in a list. */
export async function addMessages(
  db: Db,
  account: AccountId,
  signatureId: string,
  messages: readonly MessageFacts[],
  at = askedAt,
): Promise<string[]> {
  const ids = messages.map((_, index) => newId(at.getTime() - (messages.length - index) * 1000))
  const rows = messages.map(({ phone, content, state = 'delivered', reason = null, customId = null }, index) => ({
    accountId: account,
    messageId: itemOrThrow(ids, index),
    kind: 'transactional',
    signatureId,
    phone: phone ?? `138${String(index).padStart(8, '0')}`,
    carrier: 'mobile',
    content: content ?? `【山间茶舍】第${index + 1}单已发货`,
    segmentCount: 1,
    state,
    reason,
    customId,
    submittedAt: new Date(at.getTime() - 60_000),
    finishedAt: new Date(at.getTime() - 57_500),
  }))
  for (let from = 0; from < rows.length; from += 1000)
    await asAccount(db, account, tx =>
      tx
        .insertInto('message')
        .values(rows.slice(from, from + 1000))
        .execute(),
    )
  return ids.reverse()
}

/** A database and a folder for running exports, for a test file. */
export const startExporting = async () => exportingOn(await createTestDatabase())

/** The same on a given database. */
export async function exportingOn<Database extends Pick<TestDatabase, 'db' | 'platformDb' | 'close'>>(database: Database) {
  const files = new Files(await mkdtemp(path.join(os.tmpdir(), 'hongyan-export-')))
  const close = async () => {
    await database.close()
    await rm(files.place, { recursive: true })
  }

  /** An account with a signature and messages. */
  async function prepare(messages: readonly MessageFacts[] = []) {
    const made = await createAccount(database.db)
    const signatureId = newId()
    await asAccount(database.db, made.account, tx =>
      tx
        .insertInto('signature')
        .values({
          accountId: made.account,
          signatureId,
          text: '山间茶舍',
          kind: 'company',
          purpose: 'own',
          state: 'approved',
          extension: '100041',
        })
        .execute(),
    )
    const messageIds = await addMessages(database.db, made.account, signatureId, messages)
    return { ...made, signatureId, messageIds }
  }

  const requesterOf = ({ memberId }: Pick<TestAccount, 'memberId'>, role: Role = 'owner', now = askedAt): Requester => ({
    memberId,
    role,
    address: '127.0.0.1',
    agent: 'test',
    now,
  })
  const request = (of: TestAccount, facts: Partial<ExportRequest> = {}, requester = requesterOf(of), minFreeBytes = 0) =>
    asAccount(database.db, of.account, tx =>
      requestExport(
        tx,
        of.account,
        files,
        { source: 'message', filter: {}, columns: ['phone', 'content'], format: 'csv', isFull: false, ...facts },
        requester,
        minFreeBytes,
      ),
    ).then(made => made.exportId)
  const write = (account: AccountId, exportId: string, options: Partial<WriteOptions> = {}) =>
    writeExport(account, exportId, { db: database.platformDb, files, now: () => writtenAt, freeBytes: 0, ...options })
  const stateOf = (account: AccountId, exportId: string) =>
    asAccount(database.db, account, tx => readExport(tx, account, exportId, 'owner'))
  const download = (of: TestAccount, exportId: string, requester = requesterOf(of)) =>
    asAccount(database.db, of.account, async tx => {
      const ticket = await issueTicket(tx, of.account, exportSecret, exportId, requester)
      const { bytes, ...facts } = await openDownload(tx, of.account, { files, secret: exportSecret, ticket }, requester)
      return { ...facts, bytes: await buffer(bytes) }
    })

  /** Files of an account, and pieces of those that still grow. */
  const filesIn = async (account: AccountId) =>
    (await readdir(files.place, { recursive: true })).filter(name => /[/.]/.test(name) && name.includes(account))

  return { database, files, close, prepare, requesterOf, request, write, stateOf, download, filesIn }
}
