import { sql } from 'kysely'
import { asAccount, type Db } from '#db/connect.ts'
import type { MessageKind } from '#domain/ledger/charge.ts'
import { accountSettings, marketingHoursOf, readSettings } from '#domain/settings.ts'
import type { AccountId } from '#values/id.ts'
import { permittedFrom } from './hours.ts'
import { enqueueMaking } from './send.ts'
import { holdBroadcast, queueHeld } from './waiting.ts'

interface Found {
  account_id: AccountId
  broadcast_id: string
}

/** Begins scheduled broadcasts whose time has come, and goes on with those that waited for the permitted hours. It looks at the rows, so no tick can be missed. */
export async function startDueBroadcasts(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<Found>`
    select account_id, broadcast_id from broadcast -- across accounts: those that are due
    where state in ('scheduled', 'held') and scheduled_at <= ${now} order by scheduled_at limit 200`.execute(db)
  for (const { account_id, broadcast_id } of rows)
    await asAccount(db, account_id, async tx => {
      const started = await sql<{
        kind: MessageKind
      }>`update broadcast set state = 'sending', state_reason = null, started_at = coalesce(started_at, ${now})
        where account_id = ${account_id} and broadcast_id = ${broadcast_id} and state in ('scheduled', 'held') and scheduled_at <= ${now}
        returning kind`.execute(tx)
      const kind = started.rows[0]?.kind
      if (!kind) return
      await queueHeld(tx, account_id, broadcast_id, { kind, now })
      await enqueueMaking(tx, account_id, broadcast_id)
    })
  return rows.length
}

/** Takes marketing back from the channels when the permitted hours end, also what was made long before. By day it looks at accounts with hours of their own. */
export async function holdAtNight(db: Db, now: Date): Promise<number> {
  const isNight = permittedFrom('marketing', now, marketingHoursOf(await readSettings(db))) > now
  const { rows } = await sql<Found>`
    select account_id, broadcast_id from broadcast -- across accounts: those under way
    where state = 'sending' and kind = 'marketing'
      and (${isNight} or account_id in (select account_id from account_setting where name in ('marketingFromMinute', 'marketingUntilMinute')))
    limit 200`.execute(db)
  let heldCount = 0
  for (const { account_id, broadcast_id } of rows)
    await asAccount(db, account_id, async tx => {
      const until = permittedFrom('marketing', now, marketingHoursOf(await accountSettings(tx, account_id)))
      if (until <= now) return
      const locked = await sql`select from broadcast
        where account_id = ${account_id} and broadcast_id = ${broadcast_id} and state = 'sending' for no key update`.execute(tx)
      if (locked.rows.length === 0) return
      await holdBroadcast(tx, account_id, broadcast_id, until)
      heldCount += 1
    })
  return heldCount
}

/** Closes broadcasts whose every message was handed over; reports may still come. */
export async function completeBroadcasts(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<Found>`
    select account_id, broadcast_id from broadcast -- across accounts: those with every message made
    where state = 'sending' and made_count >= recipient_count limit 200`.execute(db)
  let completed = 0
  for (const { account_id, broadcast_id } of rows)
    completed += await asAccount(db, account_id, async tx => {
      const done = await sql`update broadcast set state = 'completed', finished_at = ${now}
        where account_id = ${account_id} and broadcast_id = ${broadcast_id} and state = 'sending' and made_count >= recipient_count
          and not exists (select from outbox where account_id = ${account_id} and broadcast_id = ${broadcast_id})
          and not exists (select from message where account_id = ${account_id} and broadcast_id = ${broadcast_id} and state in ('queued', 'sending'))
        returning broadcast_id`.execute(tx)
      return done.rows.length
    })
  return completed
}
