import { sql } from 'kysely'
import { composeContent, renderTemplate } from '#contract/content/template-text.ts'
import type { MessageState } from '#contract/messages/message-state.ts'
import { accountRow } from '#db/account-row.ts'
import type { Tx } from '#db/connect.ts'
import { countWritten } from '#domain/delivery/index.ts'
import { type Hold, holdCharge, type MessageKind, settleHolds } from '#domain/ledger/index.ts'
import { provinceOf } from '#domain/numbering/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { segmentCount } from '#values/segment.ts'
import type { DemoPerson, DemoSignature, DemoTemplate } from './demo-content.ts'
import type { DemoRandom } from './demo-random.ts'

/** A message of the demo's past, final except for a few that still wait for their report. */
export interface DemoMessage {
  messageId: string
  createdAt: Date
  kind: MessageKind
  signatureId: string
  templateId: string
  person: DemoPerson
  content: string
  segmentCount: number
  state: MessageState
  reason: string | null
  submittedAt: Date | null
  finishedAt: Date | null
  broadcastId: string | null
  appId: string | null
  customId: string | null
}

/** The demo's shop, with everything that its messages refer to. */
export interface DemoShop {
  random: DemoRandom
  now: Date
  memberId: string
  appId: string
  people: readonly DemoPerson[]
  shop: DemoSignature
  club: DemoSignature
  templates: readonly DemoTemplate[]
  /** The platform's master secret, used for visitor hashes. */
  secret: string
  /** Base of the platform's short links. */
  shortLinkUrl: string
}

interface Draft {
  createdAt: Date
  signature: DemoSignature
  template: DemoTemplate
  /** Values in the order of the template's variables. */
  values: string[]
  person: DemoPerson
  broadcastId?: string
  appId?: string
  customId?: string
}

/** Failures by carrier: state, code, median delay of the report (ms), frequency. */
type Failure = readonly [state: MessageState, code: string, medianMs: number]
const failures: Record<DemoPerson['carrier'], readonly (readonly [Failure, number])[]> = {
  mobile: [
    [['undelivered', 'MK:0001', 4_000], 30],
    [['undelivered', 'MK:0010', 9_000], 24],
    [['undelivered', 'MK:0008', 12_000], 12],
    [['expired', 'EXPIRED', 3_600_000], 8],
    [['undelivered', 'MB:1077', 1_500], 9],
    [['rejected', 'MA:0002', 900], 4],
    [['undelivered', 'MK:0017', 5_000], 3],
  ],
  unicom: [
    [['undelivered', '12', 3_000], 18],
    [['undelivered', '5', 4_000], 14],
    [['undelivered', '13', 3_000], 9],
    [['expired', 'EXPIRED', 3_600_000], 7],
    [['rejected', 'BEYONDH', 800], 4],
  ],
  telecom: [
    [['undelivered', 'UNDELIV', 6_000], 30],
    [['rejected', 'REJECTD', 1_200], 10],
    [['expired', 'EXPIRED', 3_600_000], 9],
    [['undelivered', 'BLACK', 1_200], 6],
  ],
  broadnet: [[['undelivered', 'UNDELIV', 6_000], 1]],
}
const failureShare: Record<MessageKind, number> = { otp: 0.014, transactional: 0.022, marketing: 0.047 }
const unreportedShare = 0.002
const reportWaitMs = 72 * 3_600_000
const codeValidityMs = 300_000

/**
 * A random outcome of a message: almost all arrive within seconds, some fail as real ones do, a few never get a report.
 */
export function makeMessage(random: DemoRandom, draft: Draft, now: Date): DemoMessage {
  const { template, person, createdAt } = draft
  const content = composeContent(draft.signature.text, renderTemplate(template.text, template.variables, draft.values), template.kind)
  const submittedAt = new Date(createdAt.getTime() + random.delayMs(90))
  const after = (medianMs: number) => new Date(submittedAt.getTime() + random.delayMs(medianMs))
  let [state, reason, finishedAt]: [MessageState, string | null, Date | null] = ['delivered', 'DELIVRD', after(2_400)]
  const lot = random.next()
  if (lot < unreportedShare) [state, reason, finishedAt] = ['unknown', 'NO_REPORT', new Date(submittedAt.getTime() + reportWaitMs)]
  else if (lot < unreportedShare + failureShare[template.kind]) {
    const [failed, code, medianMs] = random.weighted(failures[person.carrier])
    const isCodeTooLate = failed === 'expired' && template.kind === 'otp'
    ;[state, reason, finishedAt] = [failed, code, isCodeTooLate ? new Date(submittedAt.getTime() + codeValidityMs) : after(medianMs)]
  }
  // Its report is still to come.
  if (finishedAt > now) [state, reason, finishedAt] = ['submitted', null, null]
  return {
    messageId: newId(createdAt.getTime()),
    createdAt,
    kind: template.kind,
    signatureId: draft.signature.signatureId,
    templateId: template.templateId,
    person,
    content,
    segmentCount: segmentCount(content.length),
    state,
    reason,
    submittedAt,
    finishedAt,
    broadcastId: draft.broadcastId ?? null,
    appId: draft.appId ?? null,
    customId: draft.customId ?? null,
  }
}

/**
 * Writes messages of one kind with their charge: held as a whole when the first was accepted, then posted and voided by
 * their outcomes, so that the ledger's state is one that real sending leaves.
 */
export async function writeMessages(
  tx: Tx,
  account: AccountId,
  messages: readonly DemoMessage[],
  at: { heldAt: Date; settledAt: Date },
): Promise<void> {
  const [first] = messages
  if (!first) return
  const histogram = new Map([...Map.groupBy(messages, one => one.segmentCount)].map(([segments, group]) => [segments, group.length]))
  const broadcast = first.broadcastId ? { broadcastId: first.broadcastId } : {}
  const isOfOneApp = first.appId !== null && messages.every(message => message.appId === first.appId)
  const holds = await holdCharge(tx, account, first.kind, histogram, {
    now: at.heldAt,
    ...broadcast,
    ...(isOfOneApp ? { appId: first.appId! } : {}),
  })
  const paid = messages.map(message => ({ message, holdId: takeRoom(holds, message.segmentCount) }))
  const channelId = await channelFor(tx, first.kind)
  for (let start = 0; start < paid.length; start += batchRows)
    await insert(tx, account, channelId, paid.slice(start, start + batchRows), at.settledAt)
  const settlements = holds.map(({ holdId }) => {
    const own = paid.filter(one => one.holdId === holdId && one.message.finishedAt !== null).map(one => one.message)
    const segmentsOf = (isDelivered: boolean) =>
      own.filter(one => (one.state === 'delivered') === isDelivered).reduce((sum, one) => sum + one.segmentCount, 0)
    return { holdId, deliveredSegments: segmentsOf(true), voidedSegments: segmentsOf(false) }
  })
  await settleHolds(tx, account, settlements, at.settledAt)
  await sql`update charge_hold set quota = '{}' where account_id = ${account} and hold_id = any(${holds.map(hold => hold.holdId)}::uuid[])`.execute(
    tx,
  )
}
const batchRows = 2_500

/** The hold that pays for a message; its rest shrinks accordingly. */
function takeRoom(holds: readonly Hold[], segments: number): string {
  const hold = holds.find(one => (one.quota[segments] ?? 0) > 0)
  if (!hold) throw new Error(`no hold has room for ${segments} segments`)
  hold.quota[segments]! -= 1
  return hold.holdId
}

async function channelFor(tx: Tx, kind: MessageKind): Promise<string | null> {
  const channels = await tx.selectFrom('channel').select(['channelId', 'kinds']).where('enabled', '=', true).orderBy('channelId').execute()
  return channels.find(channel => channel.kinds.includes(kind))?.channelId ?? null
}

async function insert(
  tx: Tx,
  account: AccountId,
  channelId: string | null,
  paid: readonly { message: DemoMessage; holdId: string }[],
  settledAt: Date,
): Promise<void> {
  const list = <T>(of: (message: DemoMessage) => T) => paid.map(one => of(one.message))
  await sql`
    insert into message (account_id, channel_id, attempt_count, message_id, broadcast_id, app_id, kind, signature_id, template_id, phone, carrier, province,
      content, segment_count, state, reason, hold_id, custom_id, submitted_at, finished_at, settled_at)
    select owner.account_id, ${channelId}::uuid, 1, one.*
    from ${accountRow(account)}
    cross join unnest(
      ${list(one => one.messageId)}::uuid[], ${list(one => one.broadcastId)}::uuid[], ${list(one => one.appId)}::uuid[], ${list(one => one.kind)}::text[],
      ${list(one => one.signatureId)}::uuid[], ${list(one => one.templateId)}::uuid[], ${list(one => one.person.phone)}::text[],
      ${list(one => one.person.carrier)}::text[], ${list(one => provinceOf(one.person.phone))}::text[], ${list(one => one.content)}::text[], ${list(one => one.segmentCount)}::smallint[],
      ${list(one => one.state)}::text[], ${list(one => one.reason)}::text[], ${paid.map(one => one.holdId)}::uuid[], ${list(one => one.customId)}::text[],
      ${list(one => one.submittedAt)}::timestamptz[], ${list(one => one.finishedAt)}::timestamptz[],
      ${list(one => (one.finishedAt === null ? null : settledAt))}::timestamptz[]) as one`.execute(tx)
  await countWritten(
    tx,
    account,
    list(one => one.messageId),
  )
}
