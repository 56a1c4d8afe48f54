import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { UploadMapping } from '#contract/recipients/upload.ts'
import { asAccount } from '#db/connect.ts'
import { Files } from '#domain/platform/files.ts'
import { readRecipients } from '#domain/recipients/upload/read.ts'
import { mapUpload, readUpload, receiveUpload } from '#domain/recipients/upload/upload.ts'
import { type AccountId, newId } from '#values/id.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import { createAccount } from './account.ts'
import { createTestDatabase } from './database.ts'
import { fileEverywhere } from './sender-registration.ts'

/** Time when files arrive; they are read a second later. */
export const uploadedAt = new Date('2026-11-21T02:00:00Z')
const readAt = new Date(uploadedAt.getTime() + 1000)

/** A database and a folder for running uploads, for a test file. Numbers of 138, 130, 133 and 192 have a carrier. */
export async function startUploading() {
  const database = await createTestDatabase()
  const files = new Files(await mkdtemp(path.join(os.tmpdir(), 'hongyan-read-')))
  await database.platformDb
    .insertInto('numberSegment')
    .values([
      { prefix: '138', carrier: 'mobile' },
      { prefix: '130', carrier: 'unicom' },
      { prefix: '133', carrier: 'telecom' },
      { prefix: '192', carrier: 'broadnet' },
    ])
    .execute()
  const close = async () => {
    await database.close()
    await rm(files.place, { recursive: true })
  }

  /** An account with a signature and a template. */
  async function prepare(facts: { templateText?: string; kind?: 'transactional' | 'marketing' | 'otp' } = {}) {
    const { account, memberId } = await createAccount(database.db)
    const [signatureId, templateId] = [newId(), newId()]
    const templateText = facts.templateText ?? greeting
    const names = [...new Set([...templateText.matchAll(/\$\{(\w+)\}/g)].map(match => itemOrThrow(match, 1)))]
    await asAccount(database.db, account, async tx => {
      const common = { accountId: account, state: 'approved' }
      await tx
        .insertInto('signature')
        .values({ ...common, signatureId, text: '测试商城', kind: 'company', purpose: 'own', extension: '100001' })
        .execute()
      await fileEverywhere(tx, account, signatureId)
      await tx
        .insertInto('template')
        .values({
          ...common,
          templateId,
          code: 'SMS_200001',
          name: '到货',
          kind: facts.kind ?? 'transactional',
          text: templateText,
          variables: JSON.stringify(names.map(name => ({ name, kind: 'text', maxLength: 35 }))),
        })
        .execute()
    })
    return { account, memberId, signatureId, templateId }
  }

  const receive = ({ account, memberId }: Prepared, bytes: Buffer | string) =>
    receiveUpload(database.db, account, files, {
      fileName: '名单.csv',
      bytes: Readable.from([Buffer.from(bytes)]),
      memberId,
      now: uploadedAt,
    })
  const map = ({ account, signatureId, templateId }: Prepared, uploadId: string, mapping: Partial<UploadMapping> = {}) =>
    asAccount(database.db, account, tx =>
      mapUpload(tx, account, {
        uploadId,
        signatureId,
        templateId,
        phoneColumn: 0,
        hasHeader: false,
        variables: {},
        repeats: 'all',
        consent: 'declared',
        ...mapping,
      }),
    )
  const read = (account: AccountId, uploadId: string, batchRows?: number) =>
    readRecipients(account, uploadId, { db: database.platformDb, files, now: () => readAt, ...(batchRows ? { batchRows } : {}) })
  const stateOf = (account: AccountId, uploadId: string) => asAccount(database.db, account, tx => readUpload(tx, account, uploadId))
  const recipientsOf = (account: AccountId, uploadId: string) =>
    asAccount(database.db, account, tx =>
      tx.selectFrom('recipient').selectAll().where('accountId', '=', account).where('uploadId', '=', uploadId).orderBy('line').execute(),
    )
  async function refusedOf(account: AccountId, uploadId: string): Promise<string[]> {
    const { refusedFileId } = await database.platformDb
      .selectFrom('upload')
      .select('refusedFileId')
      .where('accountId', '=', account)
      .where('uploadId', '=', uploadId)
      .executeTakeFirstOrThrow()
    assert.ok(refusedFileId)
    return (await buffer(files.open(account, refusedFileId))).toString().trimEnd().split('\r\n')
  }

  /** Runs a file through to its end. */
  async function run(prepared: Prepared, bytes: Buffer | string, mapping: Partial<UploadMapping> = {}, batchRows?: number) {
    const uploadId = await receive(prepared, bytes)
    await map(prepared, uploadId, mapping)
    await read(prepared.account, uploadId, batchRows)
    return stateOf(prepared.account, uploadId)
  }

  return { database, files, close, prepare, receive, map, read, stateOf, recipientsOf, refusedOf, run }
}

interface Prepared {
  account: AccountId
  memberId: string
  signatureId: string
  templateId: string
}
const greeting = `尊敬的\${name}，您的订单\${order}已到货`
