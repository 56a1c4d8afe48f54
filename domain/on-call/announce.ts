import { sql } from 'kysely'
import type { Occasion } from '#contract/on-call/admin-on-call.ts'
import type { Db, Tx } from '#db/connect.ts'
import { enqueueJob, listSystemAlerts } from '#domain/platform/index.ts'
import { newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'

const calmMs = limits.onCallCalmMinutes * 60_000

/**
 * Announces alerts that have lasted for a while, repeats them as each receiver wants it until somebody takes care of
 * them, and tells when they are over.
 * Everything is decided and queued in one transaction: a program that is killed has announced all or nothing, and two
 * programs never announce the same. Returns the number of queued notices.
 */
export function announceAlerts(db: Db, now: Date): Promise<number> {
  return db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(hashtextextended('on_call', 0))`.execute(tx)
    await openEpisodes(tx, now)
    await endEpisodes(tx, now)
    return queueNotices(tx, now)
  })
}

/** An episode for each alert in force; one that comes back soon continues its own. */
async function openEpisodes(tx: Tx, now: Date): Promise<void> {
  for (const { kind, subject, detail, beganAt } of await listSystemAlerts(tx)) {
    const { numUpdatedRows } = await tx
      .updateTable('onCallEpisode')
      .set({ detail, calmSince: null })
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .where('recoveredAt', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0n || now.getTime() - beganAt.getTime() < calmMs) continue
    await tx
      .insertInto('onCallEpisode')
      .values({ episodeId: newId(now.getTime()), kind, subject, detail, beganAt })
      .execute()
  }
}

/** Ends episodes whose alert has been seen out of force for a while, not merely unseen while no program ran. */
async function endEpisodes(tx: Tx, now: Date): Promise<void> {
  const alerts = await listSystemAlerts(tx)
  const isInForce = (episode: { kind: string; subject: string }) =>
    alerts.some(alert => alert.kind === episode.kind && alert.subject === episode.subject)
  const open = await tx.selectFrom('onCallEpisode').selectAll().where('recoveredAt', 'is', null).execute()
  for (const { episodeId, calmSince, ...episode } of open) {
    if (isInForce(episode)) continue
    const isOver = calmSince !== null && now.getTime() - calmSince.getTime() >= calmMs
    const change = isOver ? { recoveredAt: calmSince } : { calmSince: calmSince ?? now }
    await tx.updateTable('onCallEpisode').set(change).where('episodeId', '=', episodeId).execute()
  }
}

/** Queues what each receiver has not been told yet, and repetitions that are due. */
async function queueNotices(tx: Tx, now: Date): Promise<number> {
  const { rows } = await sql<{ receiverId: string; receiverName: string; episodeId: string; occasion: Occasion; round: number }>`
    select receiver.receiver_id, receiver.name as "receiverName", episode.episode_id, coalesce(last.round + 1, 0) as round,
      case when episode.recovered_at is not null then 'recovered' when last.round is null then 'fired' else 'repeated' end as occasion
    from on_call_receiver as receiver
    join on_call_episode as episode on episode.kind = any(receiver.alert_kinds)
    left join lateral (select round, occasion, created_at from on_call_delivery as delivery
      where delivery.episode_id = episode.episode_id and delivery.receiver_id = receiver.receiver_id
      order by round desc limit 1) as last on true
    where receiver.is_on and (episode.recovered_at is null or episode.recovered_at > ${now}::timestamptz - interval '1 day') and case
      when episode.recovered_at is not null then last.occasion in ('fired', 'repeated')
      when episode.calm_since is not null then false
      when last.round is null then true
      when exists (select from system_alert as alert
        where alert.kind = episode.kind and alert.subject = episode.subject and alert.acknowledged_at is not null) then false
      else receiver.repeat_minutes > 0 and last.created_at <= ${now}::timestamptz - receiver.repeat_minutes * interval '1 minute' end
    order by receiver.receiver_id, episode.episode_id`.execute(tx)
  const deliveries = rows.map(row => ({ ...row, deliveryId: newId(now.getTime()), state: 'queued' as const, createdAt: now }))
  if (deliveries.length > 0) await tx.insertInto('onCallDelivery').values(deliveries).execute()
  for (const { deliveryId } of deliveries) await enqueueJob(tx, 'notify_on_call', { deliveryId })
  return deliveries.length
}

/** Deletes old episodes with their deliveries, and old tests. */
export async function purgeOnCall(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - limits.onCallDays * 86_400_000)
  await db.deleteFrom('onCallEpisode').where('recoveredAt', '<', before).execute()
  await db.deleteFrom('onCallDelivery').where('episodeId', 'is', null).where('createdAt', '<', before).execute()
}
