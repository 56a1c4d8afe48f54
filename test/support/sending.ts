import { asAccount, type Db } from '#db/connect.ts'
import { acceptMessages } from '#domain/delivery/accept.ts'
import { holdCharge, type MessageKind } from '#domain/ledger/charge.ts'
import { grantSegments } from '#domain/ledger/credit.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { segmentCount } from '#values/segment.ts'
import { createAccount } from './account.ts'

export interface Sending {
  account: AccountId
  memberId: string
  signatureId: string
  extension: string
}

let extensions = 0

/** An account that may send: a signature with its own sender extension and a package. */
export async function createSender(db: Db, options: { segmentCount?: number; now?: Date } = {}): Promise<Sending> {
  const { account, memberId } = await createAccount(db)
  const signatureId = newId()
  extensions += 1
  const extension = `7${String(extensions).padStart(5, '0')}`
  const { now = new Date() } = options
  await asAccount(db, account, async tx => {
    await tx
      .insertInto('signature')
      .values({ accountId: account, signatureId, text: '鸿雁', kind: 'enterprise', purpose: 'own', state: 'approved', extension })
      .execute()
    await tx.insertInto('senderExtension').values({ extension, accountId: account, signatureId }).execute()
    await grantSegments(tx, account, {
      grantId: newId(),
      kind: 'general',
      name: '通用',
      segmentCount: options.segmentCount ?? 1000,
      source: 'gift',
      // Also valid where a test uses noon as the current time and runs in the morning.
      startsAt: new Date(now.getTime() - 86_400_000),
      expiresAt: new Date(now.getTime() + 2 * 86_400_000),
    })
  })
  return { account, memberId, signatureId, extension }
}

export interface Accepting {
  kind?: MessageKind
  content?: string
  broadcastId?: string
  now?: Date
}

/**
 * Accepts one message for each phone, like every way of sending: one hold, the messages, the outbox, in one
 * transaction. Returns their ids.
 */
export async function acceptPhones(db: Db, sender: Sending, phones: readonly string[], options: Accepting = {}): Promise<string[]> {
  const { kind = 'transactional', content = '【鸿雁】您的包裹已到', now = new Date() } = options
  const { account, signatureId } = sender
  const segments = segmentCount(content.length)
  const messages = phones.map(phone => ({ messageId: newId(), phone }))
  await asAccount(db, account, async tx => {
    const hold = firstOrThrow(await holdCharge(tx, account, kind, new Map([[segments, phones.length]]), { now }))
    const common = { kind, signatureId, templateId: null, carrier: 'broadnet', content, segmentCount: segments, holdId: hold.holdId }
    const broadcast = options.broadcastId ? { broadcastId: options.broadcastId } : {}
    await acceptMessages(
      tx,
      account,
      messages.map(message => ({ ...common, ...broadcast, ...message })),
      { now },
    )
  })
  return messages.map(message => message.messageId)
}
