import type { UploadShape } from '#contract/recipients/upload.ts'
import type { Tx } from '#db/connect.ts'
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
 * A scheduled broadcast with its message and a reply to it, a number on the blacklist, a credit grant, a draft and an
 * export.
 */
export async function addSms(tx: Tx, owner: Owner, texts: Texts) {
  const { account, now } = owner
  await tx.updateTable('template').set({ name: canary, text: canary, variables: '[]' }).where('account_id', '=', account).execute()
  await tx
    .updateTable('upload')
    .set({ file_name: `${canary}.csv`, shape: JSON.stringify(shape) })
    .where('account_id', '=', account)
    .execute()
  const broadcastId = await addBroadcast(tx, owner, texts)
  const messageId = await addMessage(tx, owner, { ...texts, broadcastId })
  const [inboundId, blacklistId, grantId] = [newId(), newId(), newId()]
  await tx
    .insertInto('inbound')
    .values({
      account_id: account,
      inbound_id: inboundId,
      phone: canaryPhone,
      sender_number: '1069',
      text: canary,
      signature_id: texts.signatureId,
      message_id: messageId,
    })
    .execute()
  await tx
    .insertInto('blacklist')
    .values({ account_id: account, blacklist_id: blacklistId, phone: canaryPhone, level: 'account', source: 'manual', reason: canary })
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
    exportId: await addExport(tx, owner),
  }
}

async function addBroadcast(tx: Tx, { account, now }: Owner, { signatureId, templateId }: Texts): Promise<string> {
  const broadcastId = newId()
  await tx
    .insertInto('broadcast')
    .values({
      account_id: account,
      broadcast_id: broadcastId,
      name: canary,
      kind: 'transactional',
      signature_id: signatureId,
      template_id: templateId,
      signature_text: canary,
      template_text: canary,
      variables: '[]',
      // From another upload, since a sent one accepts no new mapping.
      upload_id: newId(),
      state: 'scheduled',
      recipient_count: 1,
      segment_count: 1,
      scheduled_at: laterBy(now, hourMs),
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
    .insertInto('broadcast_draft')
    .values({
      account_id: account,
      draft_id: draftId,
      member_id: memberId,
      name: canary,
      content: JSON.stringify({ ...draftContent, name: canary }),
      version: 1,
      created_at: now,
      changed_at: now,
    })
    .execute()
  return draftId
}

async function addExport(tx: Tx, { account, memberId, now }: Owner): Promise<string> {
  const exportId = newId()
  await tx
    .insertInto('export_job')
    .values({
      account_id: account,
      export_id: exportId,
      source: 'message',
      filter: '{}',
      facts: JSON.stringify([['手机号', canary]]),
      columns: ['phone'],
      format: 'csv',
      is_full: false,
      state: 'done',
      files: JSON.stringify([{ fileId: newId(), rowCount: 1, byteCount: 1, crc: 0 }]),
      member_id: memberId,
      requested_at: now,
      expires_at: laterBy(now, hourMs),
    })
    .execute()
  return exportId
}
