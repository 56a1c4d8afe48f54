import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { type RoutePreference, routePreferenceNames } from '#contract/messages/route-preference.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import { portedCarriers, regionOf } from '#domain/numbering/index.ts'
import { shownAccountName } from '#domain/platform/index.ts'
import { type AccountId, newId, platformAccountId } from '#values/id.ts'
import { formatYuan } from '#values/money.ts'
import { getOrThrow } from '#values/or-throw.ts'
import { type Carrier, carrierNames, isAbroad, type MainlandCarrier } from '#values/phone.ts'
import { pick } from '#values/pick.ts'
import { listChannels } from './admin-channel.ts'
import { chooseChannel, loadRouting, type RouteStep, traceRoute } from './route.ts'

export interface RouteFacts {
  kind: MessageKind
  carrier: Carrier
  /** Null: every province. */
  province: string | null
  /** Null: every customer. */
  accountId: AccountId | null
}

/** The channels of a route and how it chooses among them. */
export interface RouteChoice {
  channelIds: string[]
  preference: RoutePreference
}

/** All routes: general ones first, then by customer. */
export async function listRoutes(executor: Executor) {
  const { rows } = await sql<RouteFacts & { routeId: string; accountName: string | null } & RouteChoice>`
    -- across accounts: the names of customers with routes of their own
    select route_id, route.kind, carrier, province, route.account_id, ${shownAccountName} as "accountName", channel_ids, preference
    from route left join account on account.account_id = route.account_id
    order by route.account_id is not null, account.name, route.kind, carrier, province is not null, province`.execute(executor)
  return rows
}

const kindNames = { otp: '验证码', transactional: '通知', marketing: '推广' } as const

/** The name of a route in the audit log: 通知 · 中国移动 · 广东. */
export const routeName = ({ kind, carrier, province }: Omit<RouteFacts, 'accountId'>) =>
  [kindNames[kind], carrierNames[carrier], ...(province ? [province] : [])].join(' · ')

/**
 * Sets the channels of a route and how it chooses. Refuses `not_found`, `changed_meanwhile`, and `channel_unfit` for a
 * channel that can't carry such messages.
 */
export async function setRoute(
  tx: Tx,
  { channelIds, preference, seen, ...facts }: RouteFacts & RouteChoice & { seen: RouteChoice | null },
): Promise<{ before: string; after: string }> {
  await sql`lock table route in share row exclusive mode`.execute(tx)
  if (facts.accountId) await requireCustomer(tx, facts.accountId)
  const channels = new Map((await listChannels(tx)).map(one => [one.channelId, one]))
  for (const channelId of channelIds) {
    const channel = channels.get(channelId)
    if (!channel) refuse('not_found')
    if (!channel.kinds.includes(facts.kind) || !channel.carriers.includes(facts.carrier))
      refuse('channel_unfit', { name: channel.name, kind: kindNames[facts.kind], carrier: carrierNames[facts.carrier] })
  }
  const known = (await listRoutes(tx)).find(
    one => one.kind === facts.kind && one.carrier === facts.carrier && one.province === facts.province && one.accountId === facts.accountId,
  )
  const choiceOf = (route: RouteChoice) => isDeepStrictEqual(pick(route, 'channelIds', 'preference'), seen)
  if (known ? !choiceOf(known) : seen !== null) refuse('changed_meanwhile')
  const choice = { channelIds, preference: JSON.stringify(preference) }
  if (known) await tx.updateTable('route').set(choice).where('routeId', '=', known.routeId).execute()
  else
    await tx
      .insertInto('route')
      .values({ routeId: newId(), ...pick(facts, 'kind', 'carrier', 'province', 'accountId'), ...choice })
      .execute()
  const names = new Map([...channels].map(([id, { name }]) => [id, name]))
  return { before: known ? choiceText(known, names) : '无', after: choiceText({ channelIds, preference }, names) }
}

/** Deletes a route, so that more general ones apply. Returns the deleted one. Refuses `not_found`. */
export async function removeRoute(tx: Tx, routeId: string): Promise<RouteFacts & { before: string }> {
  const route = (await listRoutes(tx)).find(one => one.routeId === routeId)
  if (!route) refuse('not_found')
  const gone = await tx.deleteFrom('route').where('routeId', '=', routeId).returning('routeId').execute()
  if (gone.length === 0) refuse('not_found')
  const names = new Map((await listChannels(tx)).map(one => [one.channelId, one.name]))
  return { ...route, before: choiceText(route, names) }
}

/** A choice in the audit log: 按比例：甲 70%、乙 30%. */
function choiceText({ channelIds, preference }: RouteChoice, names: ReadonlyMap<string, string>): string {
  const channels = channelIds.map((id, index) => {
    const name = names.get(id) ?? '（已删除）'
    return preference.by === 'share' ? `${name} ${preference.shares[index] ?? 1}%` : name
  })
  const condition =
    preference.by === 'price' && preference.leastRate !== null
      ? `（到达率不低于${preference.leastRate}%）`
      : preference.by === 'quality' && preference.mostCostHao !== null
        ? `（成本不高于${formatYuan(preference.mostCostHao)}）`
        : ''
  return `${routePreferenceNames[preference.by]}${condition}：${channels.join('、')}`
}

/** The name of a customer. Refuses `not_found`. */
async function requireCustomer(executor: Executor, account: AccountId): Promise<string> {
  const row = await executor
    .selectFrom('account')
    .select(shownAccountName.as('name'))
    .where('accountId', '=', account)
    .where('kind', '=', 'customer')
    .executeTakeFirst()
  if (!row) refuse('not_found')
  return row.name
}

/**
 * Explains how a message to a number would be routed now. Without a customer: as for one without routes of its own.
 * Refuses `not_found`.
 */
export async function traceNumber(executor: Executor, asked: { phone: string; kind: MessageKind; accountId?: AccountId | undefined }) {
  const accountName = asked.accountId ? await requireCustomer(executor, asked.accountId) : null
  const account = asked.accountId ?? platformAccountId
  const { phone, kind } = asked
  const ported = (await portedCarriers(executor, [phone])).get(phone) ?? null
  const segment = await segmentOf(executor, phone)
  const carrier = isAbroad(phone) ? 'abroad' : (ported ?? segment?.carrier ?? null)
  const province = regionOf(phone)
  const facts = {
    carrier,
    province,
    by: carrier === null ? null : isAbroad(phone) ? 'country' : ported ? 'ported' : 'segment',
    segment: segment?.prefix ?? null,
    isClosed: isAbroad(phone) && !(await isCountryOpen(executor, province)),
    accountName,
  } as const
  if (carrier === null) return { ...facts, steps: [], chosenId: null }
  const routing = await loadRouting(executor, account)
  const channels = new Map((await listChannels(executor)).map(one => [one.channelId, one]))
  const ways = new Map([...routing.ways].map(([id, way]) => [id, { ...way, isUp: way.isUp && channels.get(id)?.isHeld === true }]))
  const destination = { account, kind, carrier, province, phone }
  return {
    ...facts,
    steps: traceRoute({ ...routing, ways }, destination).map(({ skip, ...step }: RouteStep) => {
      const { isUp, isWithdrawn } = getOrThrow(ways, step.channelId)
      const name = channels.get(step.channelId)?.name ?? '（已删除）'
      return { ...step, name, skip: skip ?? (isUp ? (isWithdrawn ? ('withdrawn' as const) : null) : ('down' as const)) }
    }),
    chosenId: chooseChannel({ ...routing, ways }, destination),
  }
}

/** The number segment of a phone: the longest matching prefix. */
export async function segmentOf(executor: Executor, phone: string): Promise<{ prefix: string; carrier: MainlandCarrier } | null> {
  const { rows } = await sql<{ prefix: string; carrier: MainlandCarrier }>`
    select prefix, carrier from number_segment where ${phone} like prefix || '%' order by length(prefix) desc limit 1`.execute(executor)
  return rows[0] ?? null
}

/** Whether a country has a price; without one its numbers are refused. */
async function isCountryOpen(executor: Executor, country: string | null): Promise<boolean> {
  const { rows } = await sql<{ hao: number | null }>`
    select unit_price_hao as hao from country_price where country = ${country} and starts_at <= now() order by starts_at desc limit 1`.execute(
    executor,
  )
  return rows[0] !== undefined && rows[0].hao !== null
}
