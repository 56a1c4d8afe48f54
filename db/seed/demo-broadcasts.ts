import { sql } from 'kysely'
import { composeContent, renderTemplate } from '#contract/content/template-text.ts'
import type { MessageState } from '#contract/messages/message-state.ts'
import type { Tx } from '#db/connect.ts'
import { isOptOut, optOut } from '#domain/blacklist/index.ts'
import { costOf, readyUpload, sendBroadcast } from '#domain/broadcast/index.ts'
import { countMessages } from '#domain/delivery/index.ts'
import { holdCharge, settleHolds } from '#domain/ledger/index.ts'
import { createLinks, maskedAddress, randomCodes, recipientCodeLength } from '#domain/links/index.ts'
import { addCount } from '#domain/messages/index.ts'
import { consumeLinkUnits } from '#domain/visits/index.ts'
import { chinaDay, chinaDayStart } from '#values/china-time.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { segmentCount } from '#values/segment.ts'
import type { DemoTemplate } from './demo-content.ts'
import { clicksOf, writeByDay } from './demo-links.ts'
import { type DemoMessage, type DemoShop, makeMessage, writeMessages } from './demo-messages.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

/** Finished broadcasts: how long ago, at which hour, to how many; one was canceled before its time. */
const broadcasts = [
  { name: '会员日第一波', code: 'SMS_200105', daysAgo: 12, hour: 10, count: 1_420, isCanceled: false },
  { name: '秋冬新品到店', code: 'SMS_200106', daysAgo: 9, hour: 11, count: 1_180, isCanceled: false },
  { name: '会员日追加', code: 'SMS_200105', daysAgo: 6, hour: 16, count: 860, isCanceled: false },
  { name: '新品返场', code: 'SMS_200106', daysAgo: 4, hour: 15, count: 520, isCanceled: true },
  { name: '双十二预热', code: 'SMS_200110', daysAgo: 2, hour: 19, count: 1_040, isCanceled: false },
  { name: '周末会员专场', code: 'SMS_200106', daysAgo: 1, hour: 10, count: 1_260, isCanceled: false },
]

/** Finished broadcasts with their numbers, counts and charge, the replies to them, and one that is scheduled. */
export async function seedBroadcasts(tx: Tx, account: AccountId, history: DemoShop): Promise<void> {
  for (const facts of broadcasts) {
    const startedAt = new Date(chinaDayStart(history.now, -facts.daysAgo).getTime() + facts.hour * hourMs)
    if (facts.isCanceled) await seedCanceled(tx, account, history, facts, startedAt)
    else await seedFinished(tx, account, history, facts, startedAt)
  }
  await seedScheduled(tx, account, history)
}
type BroadcastFacts = (typeof broadcasts)[number]

/** Pace of submission to the carrier. */
const perSecond = 60

async function seedFinished(tx: Tx, account: AccountId, history: DemoShop, facts: BroadcastFacts, startedAt: Date): Promise<void> {
  const { random, club, people, now } = history
  const template = firstOrThrow(history.templates.filter(one => one.code === facts.code))
  const broadcastId = newId(startedAt.getTime() - 90_000)
  const until = chinaDay(startedAt.getTime() + 3 * dayMs)
  const link = template.variables.some(({ name }) => name === 'link') ? await openLink(tx, account, history, broadcastId, startedAt) : null
  const wanted: Record<string, string> = { discount: '8', day: `${Number(until.slice(5, 7))}月${Number(until.slice(8))}日` }
  const from = random.whole(0, people.length - facts.count)
  const recipients: DemoRecipient[] = []
  const messages = people.slice(from, from + facts.count).map((person, index) => {
    const createdAt = new Date(startedAt.getTime() + Math.floor((index / perSecond) * 1000))
    const valuesWith = (address: string) =>
      template.variables.map(({ name }) => (name === 'link' ? address : (wanted[name] ?? person.name)))
    const values = valuesWith(link ? link.prefix + itemOrThrow(link.codes, index) : '')
    recipients.push({ person, values: valuesWith(maskedAddress(history.shortLinkUrl, '')) })
    return makeMessage(random, { createdAt, signature: club, template, values, person, broadcastId }, now)
  })
  const segments = messages.reduce((sum, one) => sum + one.segmentCount, 0)
  const finishedAt = new Date(startedAt.getTime() + Math.ceil(facts.count / perSecond) * 1000 + 4_000)
  const uploadId = await insertBroadcast(tx, account, history, { facts, template, broadcastId, startedAt, finishedAt, segments })
  if (link) await carryLink(tx, account, { broadcastId, template, link })
  await insertRecipients(tx, account, uploadId, { club, template, recipients })
  await writeMessages(tx, account, messages, { heldAt: new Date(startedAt.getTime() - 90_000), settledAt: finishedAt })
  await addCount(tx, account, broadcastId, 'made', { messages: messages.length, segments })
  await countMessages(
    tx,
    account,
    messages.map(one => ({ ...one, state: 'submitted' as const })),
  )
  await countMessages(
    tx,
    account,
    messages.filter(one => one.finishedAt !== null),
  )
  if (link) await seedClicks(tx, account, history, link, messages)
  await seedReplies(tx, account, history, messages)
}

interface DemoLink {
  linkId: string
  prefix: string
  /** One per recipient, in their order. */
  codes: string[]
}

/** The link of one broadcast, and a code for each of its recipients. */
async function openLink(tx: Tx, account: AccountId, history: DemoShop, broadcastId: string, startedAt: Date): Promise<DemoLink> {
  const { memberId, people, shortLinkUrl } = history
  const now = new Date(startedAt.getTime() - 6 * hourMs)
  const given = { title: '双十二会场', target: 'https://www.example.com/1212', tags: ['活动'] }
  const link = firstOrThrow(await createLinks(tx, account, [given], { now, memberId, source: 'broadcast', broadcastId, shortLinkUrl }))
  return { linkId: link.linkId, prefix: `${shortLinkUrl}/`, codes: randomCodes(people.length, recipientCodeLength) }
}

/** Records the link of a broadcast, and its place in the text. */
async function carryLink(
  tx: Tx,
  account: AccountId,
  { broadcastId, template, link }: { broadcastId: string; template: DemoTemplate; link: DemoLink },
): Promise<void> {
  const place = template.variables.findIndex(({ name }) => name === 'link')
  await tx
    .updateTable('broadcast')
    .set({ linkId: link.linkId, linkPlace: place, linkPrefix: link.prefix })
    .where('accountId', '=', account)
    .where('broadcastId', '=', broadcastId)
    .execute()
}

/** Codes of the recipients, and their clicks. */
async function seedClicks(
  tx: Tx,
  account: AccountId,
  history: DemoShop,
  { linkId, codes }: DemoLink,
  messages: readonly DemoMessage[],
): Promise<void> {
  const { random, now } = history
  await consumeLinkUnits(tx, account, messages.length, { now: firstOrThrow(messages).createdAt, referenceId: null })
  await sql`
    insert into short_code (code, account_id, link_id, message_id)
    select code, ${account}::uuid, ${linkId}::uuid, message_id
    from unnest(${codes.slice(0, messages.length)}::text[], ${messages.map(one => one.messageId)}::uuid[]) as given (code, message_id)`.execute(
    tx,
  )
  await writeByDay(tx, clicksOf(random, now, account, linkId, messages), history)
}

async function seedCanceled(tx: Tx, account: AccountId, history: DemoShop, facts: BroadcastFacts, startedAt: Date): Promise<void> {
  const template = firstOrThrow(history.templates.filter(one => one.code === facts.code))
  const broadcastId = newId(startedAt.getTime() - 3 * hourMs)
  const canceledAt = new Date(startedAt.getTime() - hourMs)
  const row = { facts, template, broadcastId, startedAt, finishedAt: canceledAt, segments: facts.count }
  const uploadId = await insertBroadcast(tx, account, history, row)
  const recipients = history.people.slice(0, facts.count).map(person => ({ person, values: [person.name] }))
  await insertRecipients(tx, account, uploadId, { club: history.club, template, recipients })
  const heldAt = new Date(startedAt.getTime() - 3 * hourMs)
  const holds = await holdCharge(tx, account, 'marketing', new Map([[1, facts.count]]), { now: heldAt, broadcastId })
  const given = holds.map(({ holdId, segmentCount }) => ({ holdId, deliveredSegments: 0, voidedSegments: segmentCount }))
  await settleHolds(tx, account, given, canceledAt)
  await tx.updateTable('chargeHold').set({ quota: '{}' }).where('accountId', '=', account).where('broadcastId', '=', broadcastId).execute()
  await addCount(tx, account, broadcastId, 'canceled', { messages: facts.count, segments: facts.count })
}

interface BroadcastRow {
  facts: BroadcastFacts
  template: DemoTemplate
  broadcastId: string
  startedAt: Date
  finishedAt: Date
  segments: number
}

interface UploadFacts {
  fileName: string
  template: DemoTemplate
  count: number
  segments: number
  at: Date
}

/** An upload as a finished reading leaves it; returns its id. */
async function insertUpload(tx: Tx, account: AccountId, { club, memberId }: DemoShop, upload: UploadFacts): Promise<string> {
  const { template, count, at } = upload
  const uploadId = newId(at.getTime())
  const sources = template.variables.map(({ name }, index) => [name, { column: index + 1 }] as const)
  const columns = ['手机号', ...template.variables.map(({ name }) => name)]
  const shape = { format: 'text', encoding: 'utf-8', delimiter: ',', hasHeader: true, columns, sample: [], phoneColumn: 0 }
  const mapping = {
    signatureId: club.signatureId,
    templateId: template.templateId,
    phoneColumn: 0,
    hasHeader: true,
    variables: Object.fromEntries(sources),
  }
  await tx
    .insertInto('upload')
    .values({
      accountId: account,
      uploadId,
      fileName: `${upload.fileName}.csv`,
      byteCount: count * 24,
      state: 'ready',
      shape: JSON.stringify(shape),
      mapping: JSON.stringify(mapping),
      report: JSON.stringify(reportOf(count, upload.segments)),
      memberId,
      createdAt: at,
      readyAt: at,
    })
    .execute()
  return uploadId
}

interface DemoRecipient {
  person: DemoShop['people'][number]
  /** Of the template's variables. */
  values: string[]
}

/** The numbers of an upload as its reading leaves them. */
async function insertRecipients(
  tx: Tx,
  account: AccountId,
  uploadId: string,
  { club, template, recipients }: { club: DemoShop['club']; template: DemoTemplate; recipients: readonly DemoRecipient[] },
): Promise<void> {
  const rows = recipients.map(({ person, values }, index) => {
    const content = composeContent(club.text, renderTemplate(template.text, template.variables, values), template.kind)
    return {
      accountId: account,
      uploadId,
      line: index + 2,
      phone: person.phone,
      carrier: person.carrier,
      segmentCount: segmentCount(content.length),
      variables: values,
    }
  })
  await tx.insertInto('recipient').values(rows).execute()
}

/** Returns the id of its upload. */
async function insertBroadcast(tx: Tx, account: AccountId, history: DemoShop, row: BroadcastRow): Promise<string> {
  const { facts, template, broadcastId, startedAt, finishedAt } = row
  const { club, memberId } = history
  const uploadedAt = new Date(startedAt.getTime() - 5 * hourMs)
  const uploadId = await insertUpload(tx, account, history, {
    fileName: facts.name,
    template,
    count: facts.count,
    segments: row.segments,
    at: uploadedAt,
  })
  await tx
    .insertInto('broadcast')
    .values({
      accountId: account,
      broadcastId,
      name: facts.name,
      kind: template.kind,
      signatureId: club.signatureId,
      templateId: template.templateId,
      signatureText: club.text,
      templateText: template.text,
      variables: JSON.stringify(template.variables),
      uploadId,
      state: facts.isCanceled ? 'canceled' : 'completed',
      recipientCount: facts.count,
      segmentCount: row.segments,
      scheduledAt: facts.isCanceled ? startedAt : null,
      madeCount: facts.isCanceled ? 0 : facts.count,
      madeLine: facts.isCanceled ? 0 : facts.count,
      memberId,
      createdAt: new Date(startedAt.getTime() - (facts.isCanceled ? 3 * hourMs : 90_000)),
      startedAt: facts.isCanceled ? null : startedAt,
      finishedAt,
    })
    .execute()
  return uploadId
}

const reportOf = (count: number, segments: number) => {
  const long = segments - count
  const none = {
    duplicateCount: 0,
    malformedCount: 0,
    blacklistedCount: 0,
    overFrequencyCount: 0,
    problems: {},
    shortest: null,
    longest: null,
  }
  const bySegments = long === 0 ? { '1': count } : { ...(count > long ? { '1': count - long } : {}), '2': long }
  return { ...none, rowCount: count, validCount: count, carriers: {}, segments: bySegments, segmentCount: segments }
}

const scheduledCount = 180

/**
 * A broadcast to the wholesale customers that is scheduled for tomorrow, by the domain functions that customers use.
 */
async function seedScheduled(tx: Tx, account: AccountId, history: DemoShop): Promise<void> {
  const { club, memberId, now, people } = history
  const template = firstOrThrow(history.templates.filter(one => one.code === 'SMS_200106'))
  const at = new Date(now.getTime() - hourMs)
  const recipients = people.slice(0, scheduledCount).map(person => ({ person, values: [person.name] }))
  const contents = recipients.map(({ values }) =>
    composeContent(club.text, renderTemplate(template.text, template.variables, values), template.kind),
  )
  const segments = contents.reduce((sum, content) => sum + segmentCount(content.length), 0)
  const uploadId = await insertUpload(tx, account, history, { fileName: '批发客户', template, count: scheduledCount, segments, at })
  await insertRecipients(tx, account, uploadId, { club, template, recipients })
  const scheduledAt = new Date(chinaDayStart(now, 1).getTime() + 10 * hourMs)
  const cost = await previewCost(tx, account, uploadId, now)
  await sendBroadcast(tx, account, { uploadId, name: '批发客户到货通知', scheduledAt, expected: cost, memberId, now })
}

async function previewCost(tx: Tx, account: AccountId, uploadId: string, now: Date) {
  const { kind, histogram } = await readyUpload(tx, account, uploadId)
  return costOf(tx, account, kind, histogram, now)
}

const replies = ['收到，谢谢', '请问门店几点关门', '优惠券在哪里领', '好的', 'R', '退订', 'TD', 'r', '已下单', '拒收']
const replyShare = 0.008
const arrived: readonly MessageState[] = ['delivered']

/** Replies to a broadcast; who opted out is on the blacklist since. */
async function seedReplies(tx: Tx, account: AccountId, { random, now, club }: DemoShop, messages: readonly DemoMessage[]): Promise<void> {
  const sender = await tx
    .selectFrom('senderExtension')
    .select('extension')
    .where('accountId', '=', account)
    .where('signatureId', '=', club.signatureId)
    .executeTakeFirstOrThrow()
  const channel = await tx
    .selectFrom('channel')
    .select('senderNumber')
    .where(sql<boolean>`'marketing' = any(kinds)`)
    .limit(1)
    .executeTakeFirst()
  for (const message of messages) {
    if (!arrived.includes(message.state) || random.next() > replyShare) continue
    const receivedAt = new Date(message.createdAt.getTime() + random.delayMs(240_000))
    if (receivedAt > now) continue
    const text = random.pick(replies)
    const isRefusal = isOptOut(text)
    await tx
      .insertInto('inbound')
      .values({
        accountId: account,
        inboundId: newId(receivedAt.getTime()),
        phone: message.person.phone,
        senderNumber: `${channel?.senderNumber ?? ''}${sender.extension}`,
        text,
        signatureId: club.signatureId,
        messageId: message.messageId,
        effect: isRefusal ? 'opt_out' : null,
        receivedAt,
      })
      .execute()
    if (isRefusal)
      await optOut(tx, account, {
        phone: message.person.phone,
        signatureId: club.signatureId,
        source: 'reply',
        evidence: { words: text, messageId: message.messageId },
        now: receivedAt,
      })
  }
}
