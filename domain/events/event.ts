import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { EsmeProtocol } from '#contract/apps/app-labels.ts'
import {
  type AlertData,
  alertData,
  type EventKind,
  type InboundData,
  inboundData,
  signatureReviewData,
  templateReviewData,
  type VisitData,
  visitData,
} from '#contract/push/push.ts'
import { accountRow } from '#db/account-row.ts'
import type { Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'

/**
 * Webhooks that events are stored for: enabled ones, and those disabled for failing, whose events wait until their
 * owner enables them again.
 */
const listening = sql`(webhook.state = 'enabled' or webhook.disabled_why = 'failing')`

/**
 * The statement part that enqueues reports of the messages it ends, with CTEs `noted` and `woken`. `source` has
 * message_id, app_id and ingress; messages without an app have no report event. Reports of messages sent by SMPP or
 * CMPP go there, others to the app's webhook, or else wait for a pull.
 */
export const recordedReports = (account: AccountId, source: string, at: Date | undefined): RawBuilder<unknown> =>
  noted(
    account,
    sql`select message_id as event_id, app_id, 'report' as kind, null::jsonb as data, ${esmeSink} as esme
      from ${sql.ref(source)} where app_id is not null`,
    sql`coalesce(${at ?? null}::timestamptz, now())`,
  )

/** SMPP or CMPP where a message came by it. */
const esmeSink = sql`case when ingress in ('smpp', 'cmpp') then ingress end`

const noted = (account: AccountId, events: RawBuilder<unknown>, at: RawBuilder<unknown>) => sql`
  noted as (
    insert into push_event (account_id, event_id, queue_id, sink, app_id, kind, data, state, recorded_at, due_at)
    select owner.account_id, event.event_id, coalesce(taker.webhook_id, event.app_id),
      coalesce(event.esme, case when taker.webhook_id is null then 'pull' else 'webhook' end),
      event.app_id, event.kind, event.data, case when taker.state = 'disabled' then 'parked' else 'waiting' end, ${at}, ${at}
    from ${accountRow(account)}
    cross join (${events}) as event
    left join app_webhook as taker on taker.account_id = owner.account_id and taker.app_id = event.app_id and event.kind = any(taker.kinds)
      and event.esme is null and (taker.state = 'enabled' or taker.disabled_why = 'failing')
    on conflict do nothing
    returning queue_id, sink),
  woken as (
    insert into push_work (account_id, queue_id) select distinct owner.account_id, queue_id from ${accountRow(account)}
    cross join noted where sink = 'webhook' order by queue_id
    on conflict do nothing)`

export interface ReportEvent {
  messageId: string
  appId: string
  /** The message's ingress; `smpp` and `cmpp` get its report. */
  ingress: string | null
}

/** Enqueues reports of messages that end without `settleMessages`: those of test apps. */
export async function recordReports(tx: Tx, account: AccountId, reports: readonly ReportEvent[], now: Date): Promise<void> {
  if (reports.length === 0) return
  const events = sql`
    select event_id, app_id, 'report' as kind, null::jsonb as data, ${esmeSink} as esme
    from unnest(${reports.map(report => report.messageId)}::uuid[], ${reports.map(report => report.appId)}::uuid[],
      ${reports.map(report => report.ingress)}::text[]) as report (event_id, app_id, ingress)`
  await sql`with ${noted(account, events, sql`${now}::timestamptz`)} select`.execute(tx)
}

/**
 * Enqueues an inbound message (MO) for the app whose message it answers. If it answers none: for every app with a
 * webhook for it, else for a pull by the oldest production app. `ingress`: that of the answered message; SMPP and CMPP
 * get it. An app with one of them and no such webhook gets it there, else it waits for a pull.
 */
export async function recordInbound(
  tx: Tx,
  account: AccountId,
  inbound: InboundData,
  { appId, ingress = null, now }: { appId: string | null; ingress?: string | null; now: Date },
): Promise<void> {
  const data = JSON.stringify(inboundData.encode(inbound))
  const isTaken = sql`account_id = ${account} and 'inbound' = any(kinds) and ${listening}`
  const apps = appId
    ? sql`${appId}::uuid`
    : sql`
    select app_id from app_webhook as webhook where ${isTaken}
    union
    (select app_id from app where account_id = ${account} and kind = 'production' and state <> 'deleted'
      and not exists (select from app_webhook as webhook where ${isTaken})
    order by app_id limit 1)`
  const isOpen = (protocol: EsmeProtocol) => sql`(app.settings -> 'ingresses' ->> ${protocol})::boolean`
  const openProtocol = sql`case when exists (select from app_webhook as webhook where ${isTaken} and app_id = app.app_id) then null
    when ${isOpen('smpp')} then 'smpp' when ${isOpen('cmpp')} then 'cmpp' end`
  const { rows: takers } = await sql<{ appId: string; esme: string | null }>`
    select app_id, coalesce(${esmeSink}, ${openProtocol}) as esme from app cross join (select ${ingress}::text as ingress) as answered
    where account_id = ${account} and app_id in (${apps})`.execute(tx)
  if (takers.length === 0) return
  const events = sql`
    select ${inbound.inboundId}::uuid as event_id, app_id, 'inbound' as kind, ${data}::jsonb as data, esme
    from unnest(${takers.map(taker => taker.appId)}::uuid[], ${takers.map(taker => taker.esme)}::text[]) as taker (app_id, esme)`
  await sql`with ${noted(account, events, sql`${now}::timestamptz`)} select`.execute(tx)
}

type EventInput<Data> = { eventId?: string; data: Data }

/** Enqueues events that only webhooks get: webhooks for this kind of one app, or of all apps. */
async function enqueueForWebhooks(
  tx: Tx,
  account: AccountId,
  kind: EventKind,
  events: readonly EventInput<unknown>[],
  { appId, now }: { appId: string | null; now: Date },
): Promise<void> {
  await sql`
    with noted as (
      insert into push_event (account_id, event_id, queue_id, sink, app_id, kind, data, state, recorded_at, due_at)
      select webhook.account_id, event.event_id, webhook.webhook_id, 'webhook', webhook.app_id, ${kind}, event.data,
        case when webhook.state = 'disabled' then 'parked' else 'waiting' end, ${now}::timestamptz, ${now}::timestamptz
      from app_webhook as webhook
      cross join unnest(${events.map(event => event.eventId ?? newId())}::uuid[], ${events.map(event => JSON.stringify(event.data))}::jsonb[])
        as event (event_id, data)
      where webhook.account_id = ${account} and ${kind} = any(webhook.kinds) and ${listening} and (${appId}::uuid is null or webhook.app_id = ${appId})
      on conflict do nothing
      returning queue_id),
    woken as (
      insert into push_work (account_id, queue_id) select distinct owner.account_id, queue_id from ${accountRow(account)}
      cross join noted order by queue_id on conflict do nothing)
    select`.execute(tx)
}

/** Enqueues the result of a template review, for the webhooks of all apps. */
export const recordTemplateReview = (tx: Tx, account: AccountId, review: z.output<typeof templateReviewData>, now: Date) =>
  enqueueForWebhooks(tx, account, 'template_review', [{ data: templateReviewData.encode(review) }], { appId: null, now })

/** Enqueues the result of a signature review, for the webhooks of all apps. */
export const recordSignatureReview = (tx: Tx, account: AccountId, review: z.output<typeof signatureReviewData>, now: Date) =>
  enqueueForWebhooks(tx, account, 'signature_review', [{ data: signatureReviewData.encode(review) }], { appId: null, now })

/** Enqueues an alert for the webhook of its app, or of all apps if it has none. */
export const recordAlert = (tx: Tx, account: AccountId, appId: string | null, alert: AlertData, now: Date) =>
  enqueueForWebhooks(tx, account, 'alert', [{ data: alertData.encode(alert) }], { appId, now })

/**
 * Enqueues visits of links for the webhooks of all apps; the event id is the visit's id. Cheap if no webhook wants
 * them.
 */
export async function enqueueVisitEvents(tx: Tx, account: AccountId, visits: () => readonly VisitData[], now: Date): Promise<void> {
  const { rows } = await sql`
    select from app_webhook as webhook where account_id = ${account} and 'visit' = any(kinds) and ${listening} limit 1`.execute(tx)
  if (rows.length === 0) return
  const events = visits().map(visit => ({ eventId: visit.visitId, data: visitData.encode(visit) }))
  await enqueueForWebhooks(tx, account, 'visit', events, { appId: null, now })
}
