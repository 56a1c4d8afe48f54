import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import { asAccount, type Db } from '#db/connect.ts'
import { giveBack, hmac, keyFor, networkOf, takeOne, verifyPassword } from '#domain/platform/index.ts'
import { type AccountId, decodeId, encodeId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { pick } from '#values/pick.ts'
import { readBreakdown } from './breakdown.ts'
import { readBroadcast } from './read.ts'
import { accountOfToken, shareTokenHash } from './share.ts'

const quarterMs = 15 * 60_000
const hourMs = 3_600_000

interface Opening {
  token: string
  password: string
  address: string
  now: Date
}

/**
 * Opens a shared report with its password: returns a ticket, signed and good for a day, with which it is read. Refuses
 * `share_ended`, `share_password_wrong`, `too_many_requests`.
 */
export async function openShare(db: Db, secret: string, { token, password, address, now }: Opening): Promise<{ ticket: string }> {
  const failures = (key: string, most: number) => ({ key: `share:${key}`, limit: { windowMs: quarterMs, most } })
  const counters = [
    failures(`from:${networkOf(address)}`, limits.shareFailuresPerAddress),
    failures(shareTokenHash(token).toString('base64url'), limits.shareFailuresPerLink),
  ]
  await takeOne(db, counters, now, waitMs => refuse('too_many_requests', { seconds: Math.ceil(waitMs / 1_000) }))
  const account = accountOfToken(token)
  const share = account && (await findShare(db, account, token, now))
  if (!account || !share) refuse('share_ended')
  if (!(await verifyPassword(share.passwordHash, password))) refuse('share_password_wrong')
  await giveBack(
    db,
    counters.map(counter => counter.key),
  )
  const { shareId } = share
  await asAccount(db, account, tx =>
    sql`update broadcast_share set opened_at = ${now} where account_id = ${account} and share_id = ${shareId}`.execute(tx),
  )
  return { ticket: ticketOf(secret, { account, shareId, expiresMs: now.getTime() + limits.shareTicketHours * hourMs }) }
}

const findShare = (db: Db, account: AccountId, token: string, now: Date) =>
  asAccount(db, account, tx =>
    tx
      .selectFrom('broadcastShare')
      .select(['shareId', 'passwordHash'])
      .where('accountId', '=', account)
      .where('tokenHash', '=', shareTokenHash(token))
      .where('revokedAt', 'is', null)
      .where('expiresAt', '>', now)
      .executeTakeFirst(),
  )

interface Ticket {
  account: AccountId
  shareId: string
  expiresMs: number
}

const macOf = (secret: string, text: string) => hmac(keyFor(secret, 'broadcast-share'), text)

function ticketOf(secret: string, { account, shareId, expiresMs }: Ticket): string {
  const text = [encodeId('account', account), shareId, expiresMs].join('.')
  return `${text}.${macOf(secret, text).toString('base64url')}`
}

/** What a ticket says; null when it isn't ours or too old. */
function readTicket(secret: string, ticket: string, now: Date): Ticket | null {
  const end = ticket.lastIndexOf('.')
  const text = ticket.slice(0, Math.max(0, end))
  const given = Buffer.from(ticket.slice(end + 1), 'base64url')
  const mac = macOf(secret, text)
  if (given.length !== mac.length || !timingSafeEqual(given, mac)) return null
  const [id = '', shareId = '', expires] = text.split('.')
  const account = decodeId('account', id)
  return account && Number(expires) > now.getTime() ? { account, shareId, expiresMs: Number(expires) } : null
}

/** The report behind a ticket, as long as its link is valid; without phone numbers. Refuses `share_ended`. */
export async function readSharedReport(db: Db, secret: string, ticket: string, now: Date) {
  const read = readTicket(secret, ticket, now)
  if (!read) refuse('share_ended')
  const { account, shareId } = read
  return asAccount(db, account, async tx => {
    const share = await tx
      .selectFrom('broadcastShare')
      .innerJoin('account', 'account.accountId', 'broadcastShare.accountId')
      .select(['broadcastShare.broadcastId', 'broadcastShare.expiresAt', 'account.name', 'account.attestedName'])
      .where('broadcastShare.accountId', '=', account)
      .where('broadcastShare.shareId', '=', shareId)
      .where('broadcastShare.revokedAt', 'is', null)
      .where('broadcastShare.expiresAt', '>', now)
      .executeTakeFirst()
    if (!share) refuse('share_ended')
    return {
      accountName: share.attestedName ?? share.name,
      ...pick(share, 'expiresAt'),
      one: await readBroadcast(tx, account, share.broadcastId),
      breakdown: await readBreakdown(tx, account, share.broadcastId),
    }
  })
}
