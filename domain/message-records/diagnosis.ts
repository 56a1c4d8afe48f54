import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import { checkPhone, windowsOf } from '#domain/blacklist/index.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import { explainCodes, loadCarrierFinder, regionOf } from '#domain/numbering/index.ts'
import { senderRegistrationStates } from '#domain/sender-registration/index.ts'
import { accountSettings, marketingHoursOf } from '#domain/settings/index.ts'
import { type AccountId, idFloor, idTime } from '#values/id.ts'
import { getOrThrow } from '#values/or-throw.ts'
import type { Carrier } from '#values/phone.ts'
import { pick } from '#values/pick.ts'
import { openFrom } from '#values/send-window.ts'

const dayMs = 86_400_000

/**
 * Everything that decides whether a number gets this account's messages: carrier, blacklists, opt-outs, frequency
 * limits, and the registration of signatures with its carrier.
 */
export async function diagnosePhone(executor: Executor, account: AccountId, phone: string, now: Date) {
  const carrier = (await loadCarrierFinder(executor, [phone]))(phone)
  const { isPlatformBlocked, rows } = await checkPhone(executor, account, phone, now)
  const lastRefusal = await executor
    .selectFrom('inbound')
    .select(['text', 'receivedAt'])
    .where('accountId', '=', account)
    .where('phone', '=', phone)
    .where('effect', '=', 'opt_out')
    .orderBy('inboundId', 'desc')
    .limit(1)
    .executeTakeFirst()
  const test = await executor
    .selectFrom('testNumber')
    .select('phone')
    .where('accountId', '=', account)
    .where('phone', '=', phone)
    .executeTakeFirst()
  return {
    phone,
    carrier,
    province: regionOf(phone),
    isPlatformBlocked,
    isTestNumber: test !== undefined,
    entries: rows,
    lastRefusal: lastRefusal ?? null,
    frequency: await frequencyOf(executor, account, phone, now),
    senderRegistrations: carrier ? await senderRegistrationsAt(executor, account, carrier) : [],
    marketingFrom: openFrom(marketingHoursOf(await accountSettings(executor, account)), now),
    hasConsent: await consentOf(executor, account, phone),
    recent: await recentOf(executor, account, phone, now),
    messages: await messagesOf(executor, account, phone, now),
    leftOut: await leftOutOf(executor, account, phone, now),
  }
}

/** Messages of the last day, grouped as their frequency limit counts them, with each of its windows. */
async function frequencyOf(executor: Executor, account: AccountId, phone: string, now: Date) {
  const settings = await accountSettings(executor, account)
  const { rows } = await sql<{ kind: MessageKind; sourceId: string | null; name: string | null; times: string[] }>`
    with sent as (
      select kind, case when kind = 'otp' then signature_id else template_id end as source_id, message_id from message
      where account_id = ${account} and phone = ${phone} and message_id >= ${idFloor(now.getTime() - dayMs)}::uuid and state not in ('refused', 'canceled'))
    select sent.kind, sent.source_id, coalesce(max(signature.text), max(template.name)) as name, array_agg(sent.message_id::text) as times
    from sent
    left join signature on signature.account_id = ${account} and signature.signature_id = sent.source_id and sent.kind = 'otp'
    left join template on template.account_id = ${account} and template.template_id = sent.source_id and sent.kind <> 'otp'
    group by sent.kind, sent.source_id order by count(*) desc limit 20`.execute(executor)
  return rows.map(({ kind, name, times }) => ({
    kind,
    name: name ?? '',
    windows: windowsOf[kind](settings).map(({ windowMinutes, most }) => {
      const since = now.getTime() - windowMinutes * 60_000
      return { windowMinutes, most, sentCount: times.filter(id => idTime(id).getTime() > since).length }
    }),
  }))
}

/** Approved signatures with their registration at the number's carrier; abroad there is none. */
async function senderRegistrationsAt(executor: Executor, account: AccountId, carrier: Carrier) {
  if (carrier === 'abroad') return []
  const signatures = await executor
    .selectFrom('signature')
    .select(['signatureId', 'text as signatureText'])
    .where('accountId', '=', account)
    .where('state', '=', 'approved')
    .orderBy('signatureId')
    .execute()
  const states = await senderRegistrationStates(
    executor,
    account,
    signatures.map(row => row.signatureId),
  )
  return signatures.map(({ signatureId, signatureText }) => ({ signatureText, state: getOrThrow(states, signatureId)[carrier] }))
}

/** Whether any contact of the number consented to marketing; null: no contact. */
async function consentOf(executor: Executor, account: AccountId, phone: string): Promise<boolean | null> {
  const row = await executor
    .selectFrom('contact')
    .select(sql<boolean | null>`bool_or(has_consent)`.as('hasConsent'))
    .where('accountId', '=', account)
    .where('phone', '=', phone)
    .executeTakeFirstOrThrow()
  return row.hasConsent
}

const shownMessages = 10

/** The newest messages of the last thirty days. */
async function messagesOf(executor: Executor, account: AccountId, phone: string, now: Date) {
  const rows = await executor
    .selectFrom('message')
    .leftJoin('signature', join => join.onRef('signature.signatureId', '=', 'message.signatureId').on('signature.accountId', '=', account))
    .select(['message.messageId', 'message.kind', 'message.state', 'message.reason', 'signature.text'])
    .where('message.accountId', '=', account)
    .where('message.phone', '=', phone)
    .where('message.messageId', '>=', idFloor(now.getTime() - 30 * dayMs))
    .orderBy('message.messageId', 'desc')
    .limit(shownMessages)
    .execute()
  const explained = await explainCodes(
    executor,
    rows.map(row => row.reason),
  )
  return rows.map(row => ({
    ...pick(row, 'messageId', 'kind', 'state'),
    signatureText: row.text ?? '',
    acceptedAt: idTime(row.messageId),
    meaning: row.reason && row.state !== 'delivered' ? (explained.get(row.reason)?.meaning ?? row.reason) : null,
  }))
}

/** Broadcasts of the last thirty days that left the number out, the newest first. */
async function leftOutOf(executor: Executor, account: AccountId, phone: string, now: Date) {
  const { rows } = await sql<{ broadcastId: string; name: string; sentAt: Date; reason: string }>`
    select broadcast_id, name, broadcast.created_at as "sentAt", left_out.reason
    from left_out_recipient as left_out
    join broadcast on broadcast.account_id = ${account} and broadcast.upload_id = left_out.upload_id and recalled_at is null
    where left_out.account_id = ${account} and left_out.phone = ${phone} and broadcast_id >= ${idFloor(now.getTime() - 30 * dayMs)}
    order by broadcast_id desc limit ${shownMessages}`.execute(executor)
  return rows
}

/** Outcomes of the messages of the last thirty days. */
async function recentOf(executor: Executor, account: AccountId, phone: string, now: Date) {
  const counted = await executor
    .selectFrom('message')
    .select([
      sql<number>`count(*)`.as('messageCount'),
      sql<number>`count(*) filter (where state = 'delivered')`.as('deliveredCount'),
      sql<number>`count(*) filter (where state in ('undelivered', 'expired', 'rejected'))`.as('failedCount'),
      sql<number>`count(*) filter (where state = 'unknown')`.as('unknownCount'),
      sql<number>`count(*) filter (where state = 'refused')`.as('refusedCount'),
    ])
    .where('accountId', '=', account)
    .where('phone', '=', phone)
    .where('messageId', '>=', idFloor(now.getTime() - 30 * dayMs))
    .executeTakeFirstOrThrow()
  return counted
}
