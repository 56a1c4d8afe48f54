import { sql } from 'kysely'
import type { VisitData } from '#contract/push/push.ts'
import { accountRow } from '#db/account-row.ts'
import type { Tx } from '#db/connect.ts'
import { enqueueVisitEvents } from '#domain/events/index.ts'
import { placeFacts } from '#domain/platform/index.ts'
import { chinaDay } from '#values/china-time.ts'
import { type AccountId, accountIdOrThrow, newId } from '#values/id.ts'
import { recordClicks } from './click.ts'
import { hashNumber } from './distinct.ts'
import { countMissedVisits } from './missed-visit.ts'
import { type CountedVisit, Tally } from './statistics/part.ts'
import { stepMs } from './statistics/step.ts'
import { writeParts } from './statistics/store.ts'
import { meterVisits } from './units.ts'
import { addressHash, agentFacts, visitorHash } from './visit-facts.ts'
import type { VisitLogEntry } from './visit-note.ts'

/** Cache of results that don't change from visit to visit; cleared when full. */
function remembering<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return key => {
    let value = known.get(key)
    if (value === undefined) {
      if (known.size >= maxRemembered) known.clear()
      value = make(key)
      known.set(key, value)
    }
    return value
  }
}
const maxRemembered = 20_000

/** Domain of a referrer; the rest may be private. */
const referrerDomain = (referrer: string) => (URL.canParse(referrer) ? new URL(referrer).hostname || null : null)

/** The preferred language of an Accept-Language header: zh-CN of `zh-CN,zh;q=0.9`. */
const firstLanguage = (languages: string) => /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8}){0,3}(?=$|[,;\s])/.exec(languages.trim())?.[0] ?? null

const agentOf = remembering(agentFacts)
/** An address abroad has its country in place of the province. */
const placeOf = remembering((address: string) => {
  const { country, province, ...place } = placeFacts(address)
  return { province: province ?? country, ...place }
})
const referrerOf = remembering(referrerDomain)
const languageOf = remembering(firstLanguage)
const dayOf = remembering((hour: number) => chinaDay(hour * stepMs.hour))

/** Derives the facts of a visit from its note. */
function describer(secret: string) {
  const addressHashOf = remembering((address: string) => addressHash(secret, address))
  return (note: VisitLogEntry) => {
    const { program, ...agent } = agentOf(note.agent)
    const day = dayOf(Math.floor(note.atMs / stepMs.hour))
    return {
      note,
      visitId: newId(note.atMs),
      kind: note.method === 'unseen' ? 'unseen' : (program ?? 'person'),
      visitor: visitorHash(secret, { recipient: note.messageId, cookie: note.visitor, day, address: note.address, agent: note.agent }),
      address: addressHashOf(note.address),
      referrer: referrerOf(note.referrer),
      language: languageOf(note.language),
      ...placeOf(note.address),
      ...agent,
    }
  }
}

type Described = ReturnType<ReturnType<typeof describer>>

/**
 * Ingests visits of any accounts: writes them with their derived facts, counts them for the statistics and records
 * which messages were opened. A person's visit costs a link unit; visits of accounts far over their units are left out.
 * Persons who saw a page instead of the target are counted by reason only. Runs in the platform's role.
 */
export async function writeVisits(tx: Tx, secret: string, notes: readonly VisitLogEntry[], { now }: { now: Date }): Promise<void> {
  const describe = describer(secret)
  // Always in the same order: concurrent writers can't deadlock.
  const accounts = [...Map.groupBy(notes, note => note.accountId)].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [accountId, own] of accounts) {
    const account = accountIdOrThrow(accountId)
    const missed = own.filter(note => note.missed !== null && note.method === 'get' && agentOf(note.agent).program === null)
    await countMissedVisits(tx, account, missed)
    const led = own.filter(note => note.missed === null)
    if (led.length === 0) continue
    const visits = led.map(describe)
    const persons = visits.filter(visit => visit.kind === 'person')
    if (!(await meterVisits(tx, account, persons.length, now))) continue
    await recordClicks(
      tx,
      account,
      persons.map(visit => visit.note),
    )
    const broadcastOf = await readBroadcasts(tx, account, led)
    await insertVisits(tx, account, visits, broadcastOf)
    await enqueueVisitEvents(tx, account, () => persons.map(toVisitData), now)
    const tally = new Tally(stepMs.minute)
    for (const visit of visits) tally.add(countedVisit(visit, broadcastOf(visit.note)))
    await writeParts(tx, 'visitDelta', account, tally.parts(), newId())
  }
}

/** Data of the visit event; programs hear of persons' visits only. */
const toVisitData = ({ note, ...visit }: Described): VisitData => ({
  visitId: visit.visitId,
  linkId: note.linkId,
  messageId: note.messageId,
  province: visit.province,
  city: visit.city,
  device: visit.device,
  os: visit.os,
  browser: visit.browser,
  visitedAt: new Date(note.atMs),
})

const countedVisit = (visit: Described, broadcastId: string | null): CountedVisit => ({
  atMs: visit.note.atMs,
  linkId: visit.note.linkId,
  broadcastId,
  isPerson: visit.kind === 'person',
  visitor: hashNumber(visit.visitor),
  address: hashNumber(visit.address),
  values: {
    province: visit.province ?? '',
    city: visit.city ?? '',
    isp: visit.isp ?? '',
    device: visit.device,
    os: visit.os,
    browser: visit.browser,
    inApp: visit.inApp ?? '',
    referrer: visit.referrer ?? '',
    arm: visit.note.arm === null ? '' : String(visit.note.arm),
    language: visit.language ?? '',
  },
})

/** The broadcast of a visit: that of the message whose own code was opened, else that of the link. */
async function readBroadcasts(
  tx: Tx,
  account: AccountId,
  notes: readonly VisitLogEntry[],
): Promise<(note: VisitLogEntry) => string | null> {
  const linkIds = [...new Set(notes.map(note => note.linkId))]
  const messageIds = [...new Set(notes.map(note => note.messageId).filter(messageId => messageId !== null))]
  const { rows } = await sql<{ id: string; broadcastId: string }>`
    select link_id as id, broadcast_id from link
    where account_id = ${account} and link_id = any(${linkIds}::uuid[]) and broadcast_id is not null
    union all
    select distinct message_id, broadcast_id from message_click
    where account_id = ${account} and message_id = any(${messageIds}::uuid[]) and broadcast_id is not null`.execute(tx)
  const known = new Map(rows.map(row => [row.id, row.broadcastId]))
  return note => known.get(note.messageId ?? '') ?? known.get(note.linkId) ?? null
}

async function insertVisits(
  tx: Tx,
  account: AccountId,
  visits: readonly Described[],
  broadcastOf: (note: VisitLogEntry) => string | null,
): Promise<void> {
  const list = <Value>(of: (visit: Described) => Value) => visits.map(of)
  await sql`
    insert into visit (account_id, visit_id, link_id, message_id, broadcast_id, visitor_kind, visitor_hash, address, address_hash, province, city, isp,
      device, os, browser, in_app, referrer, language, arm)
    select owner.account_id, one.*
    from ${accountRow(account)}
    cross join unnest(${list(visit => visit.visitId)}::uuid[], ${list(visit => visit.note.linkId)}::uuid[],
      ${list(visit => visit.note.messageId)}::uuid[], ${list(visit => broadcastOf(visit.note))}::uuid[], ${list(visit => visit.kind)}::text[],
      ${list(visit => visit.visitor)}::bytea[], ${list(visit => visit.note.address)}::inet[], ${list(visit => visit.address)}::bytea[],
      ${list(visit => visit.province)}::text[], ${list(visit => visit.city)}::text[], ${list(visit => visit.isp)}::text[],
      ${list(visit => visit.device)}::text[], ${list(visit => visit.os)}::text[], ${list(visit => visit.browser)}::text[],
      ${list(visit => visit.inApp)}::text[], ${list(visit => visit.referrer)}::text[], ${list(visit => visit.language)}::text[],
      ${list(visit => visit.note.arm)}::smallint[]) as one`.execute(tx)
}

/**
 * How far a log has been ingested, in bytes. Locks it: another reader of the same log waits until this transaction
 * ends.
 */
export async function logPosition(tx: Tx, logId: string): Promise<number> {
  await sql`insert into visit_log (log_id, position) values (${logId}, 0) on conflict do nothing`.execute(tx)
  const { position } = await tx.selectFrom('visitLog').select('position').where('logId', '=', logId).forUpdate().executeTakeFirstOrThrow()
  return position
}

/** Records how far a log has been ingested, in the transaction that ingests it. */
export async function setLogPosition(tx: Tx, logId: string, position: number): Promise<void> {
  await sql`update visit_log set position = ${position}, shipped_at = now() where log_id = ${logId}`.execute(tx)
}
