import type { UploadShape } from '#contract/recipients/upload.ts'
import type { Tx } from '#db/connect.ts'
import { createShare } from '#domain/broadcast/share.ts'
import { acceptMessages } from '#domain/delivery/accept.ts'
import { holdCharge } from '#domain/ledger/charge.ts'
import { grantSegments } from '#domain/ledger/credit.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { canary, canaryPhone, hourMs, laterBy, type Owner } from './owner.ts'

const shape: UploadShape = {
  format: 'text',
  encoding: 'utf-8',
  delimiter: ',',
  hasHeader: false,
  columns: ['第1列'],
  sample: [],
  phoneColumn: 0,
}

export const draftContent = {
  name: '草稿',
  signatureId: null,
  templateId: null,
  ownText: null,
  uploadId: null,
  isScheduled: false,
  scheduledAt: '',
  isSpread: false,
  perMinute: 0,
  fromMinute: 480,
  untilMinute: 1260,
  atNight: 'postpone',
}

interface Texts {
  signatureId: string
  templateId: string
}

/**
 * A scheduled broadcast with its message, a reply to it and a link to its report, a number on the blacklist, a credit
 * grant, a draft and an export.
 */
export async function addSms(tx: Tx, owner: Owner, texts: Texts) {
  const { account, now } = owner
  await tx.updateTable('template').set({ name: canary, text: canary, variables: '[]' }).where('accountId', '=', account).execute()
  await tx
    .updateTable('upload')
    .set({ fileName: `${canary}.csv`, shape: JSON.stringify(shape) })
    .where('accountId', '=', account)
    .execute()
  const broadcastId = await addBroadcast(tx, owner, texts)
  const messageId = await addMessage(tx, owner, { ...texts, broadcastId })
  const [inboundId, blacklistId, grantId] = [newId(), newId(), newId()]
  await tx
    .insertInto('inbound')
    .values({
      accountId: account,
      inboundId,
      phone: canaryPhone,
      senderNumber: '1069',
      text: canary,
      signatureId: texts.signatureId,
      messageId,
    })
    .execute()
  await tx
    .insertInto('blacklist')
    .values({ accountId: account, blacklistId, phone: canaryPhone, level: 'account', source: 'manual', reason: canary })
    .execute()
  const times = { startsAt: now, expiresAt: laterBy(now, 24 * hourMs) }
  await grantSegments(tx, account, { grantId, kind: 'general', name: canary, segmentCount: 7, source: 'gift', ...times })
  return {
    broadcastId,
    messageId,
    inboundId,
    blacklistId,
    grantId,
    draftId: await addDraft(tx, owner),
    shareId: (await createShare(tx, account, { broadcastId, passwordHash: canary, memberId: owner.memberId, days: 7, now })).shareId,
    exportId: await addExport(tx, owner),
  }
}

async function addBroadcast(tx: Tx, { account, now }: Owner, { signatureId, templateId }: Texts): Promise<string> {
  const broadcastId = newId()
  await tx
    .insertInto('broadcast')
    .values({
      accountId: account,
      broadcastId,
      name: canary,
      kind: 'transactional',
      signatureId,
      templateId,
      signatureText: canary,
      templateText: canary,
      variables: '[]',
      // From another upload, since a sent one accepts no new mapping.
      uploadId: newId(),
      state: 'scheduled',
      recipientCount: 1,
      segmentCount: 1,
      scheduledAt: laterBy(now, hourMs),
    })
    .execute()
  return broadcastId
}

async function addMessage(tx: Tx, { account, now }: Owner, of: Texts & { broadcastId: string }): Promise<string> {
  const messageId = newId()
  const hold = firstOrThrow(await holdCharge(tx, account, 'transactional', new Map([[1, 1]]), { now, broadcastId: of.broadcastId }))
  const text = { content: canary, segmentCount: 1, phone: canaryPhone, carrier: 'mobile' } as const
  await acceptMessages(tx, account, [{ ...of, ...text, messageId, kind: 'transactional', holdId: hold.holdId }], { now })
  return messageId
}

async function addDraft(tx: Tx, { account, memberId, now }: Owner): Promise<string> {
  const draftId = newId()
  await tx
    .insertInto('broadcastDraft')
    .values({
      accountId: account,
      draftId,
      memberId,
      name: canary,
      content: JSON.stringify({ ...draftContent, name: canary }),
      version: 1,
      createdAt: now,
      changedAt: now,
    })
    .execute()
  return draftId
}

async function addExport(tx: Tx, { account, memberId, now }: Owner): Promise<string> {
  const exportId = newId()
  await tx
    .insertInto('exportJob')
    .values({
      accountId: account,
      exportId,
      source: 'message',
      filter: '{}',
      facts: JSON.stringify([['手机号', canary]]),
      columns: ['phone'],
      format: 'csv',
      isFull: false,
      state: 'done',
      files: JSON.stringify([{ fileId: newId(), rowCount: 1, byteCount: 1, crc: 0 }]),
      memberId,
      requestedAt: now,
      expiresAt: laterBy(now, hourMs),
    })
    .execute()
  return exportId
}
