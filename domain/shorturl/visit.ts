import { sql } from 'kysely'
import type { Tx } from '#db/connect.ts'
import { chinaDay } from '#values/china-time.ts'
import { newId } from '#values/id.ts'
import { agentFacts, placeFacts, type VisitorKind, visitorHash } from './visit-facts.ts'

/** A request for a link as the redirector noted it. */
export interface VisitNote {
  atMs: number
  accountId: string
  linkId: string
  messageId: string | null
  address: string
  /** `unseen`: HEAD or a prefetch. */
  method: 'get' | 'unseen'
  arm: number | null
  agent: string
  referrer: string
  language: string
}

const separator = '\t'
const clean = (text: string, most: number) => text.slice(0, most).replace(/[\t\n\r\0]/g, ' ')

/** A note as a line of the visit log. */
export const writeNote = (note: VisitNote): string =>
  `${note.atMs}\t${note.accountId}\t${note.linkId}\t${note.messageId ?? ''}\t${note.address}\t${note.method}\t${note.arm ?? ''}\t${clean(note.agent, 512)}\t${clean(note.referrer, 256)}\t${clean(note.language, 64)}\n`

/** A line of the visit log; null when it is none of ours. */
export function readNote(line: string): VisitNote | null {
  const parts = line.split(separator)
  if (parts.length !== 10) return null
  const [at, accountId, linkId, messageId, address, method, arm, agent, referrer, language] = parts as [string, ...string[]]
  return {
    atMs: Number(at),
    accountId: accountId!,
    linkId: linkId!,
    messageId: messageId || null,
    address: address!,
    method: method as VisitNote['method'],
    arm: arm === '' ? null : Number(arm),
    agent: agent!,
    referrer: referrer!,
    language: language!,
  }
}

/** Looks that don't change from one visit of a batch to the next are made once. */
function remembering<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return key => {
    let value = known.get(key)
    if (value === undefined) {
      value = make(key)
      known.set(key, value)
    }
    return value
  }
}

/** Domain of a referrer's address, without the rest that may be private. */
const referrerDomain = (referrer: string) => (URL.canParse(referrer) ? new URL(referrer).hostname || null : null)

/** Writes visits with what can be told of them, of any accounts. In the platform's role. */
export async function writeVisits(tx: Tx, secret: string, notes: readonly VisitNote[]): Promise<void> {
  const agentOf = remembering(agentFacts)
  const placeOf = remembering(placeFacts)
  for (const [accountId, own] of Map.groupBy(notes, note => note.accountId)) {
    const agents = own.map(note => agentOf(note.agent))
    const places = own.map(note => placeOf(note.address))
    const kinds = own.map((note, index): VisitorKind => (note.method === 'unseen' ? 'unseen' : (agents[index]!.program ?? 'person')))
    const hashes = own.map(note => visitorHash(secret, { ...note, day: chinaDay(note.atMs) }))
    await sql`
      insert into visit (account_id, visit_id, link_id, message_id, visitor_kind, visitor_hash, address, province, city, carrier, device, os, browser, in_app,
        referrer, language, arm)
      select ${accountId}::uuid, * from unnest(${own.map(note => newId(note.atMs))}::uuid[], ${own.map(note => note.linkId)}::uuid[],
        ${own.map(note => note.messageId)}::uuid[], ${kinds}::text[], ${hashes}::bytea[], ${own.map(note => note.address)}::inet[],
        ${places.map(one => one.province)}::text[], ${places.map(one => one.city)}::text[], ${places.map(one => one.carrier)}::text[],
        ${agents.map(one => one.device)}::text[], ${agents.map(one => one.os)}::text[], ${agents.map(one => one.browser)}::text[],
        ${agents.map(one => one.inApp)}::text[], ${own.map(note => referrerDomain(note.referrer))}::text[],
        ${own.map(note => note.language || null)}::text[], ${own.map(note => note.arm)}::smallint[])`.execute(tx)
  }
}

/** How far a log was taken over, in bytes. */
export async function logPosition(tx: Tx, logId: string): Promise<number> {
  const row = await tx.selectFrom('visit_log').select('position').where('log_id', '=', logId).executeTakeFirst()
  return row?.position ?? 0
}

/** Notes how far a log is taken over, in the transaction that does it. */
export async function setLogPosition(tx: Tx, logId: string, position: number): Promise<void> {
  await sql`insert into visit_log (log_id, position) values (${logId}, ${position})
    on conflict (log_id) do update set position = excluded.position, shipped_at = now()`.execute(tx)
}
