import { sql } from 'kysely'
import type { RoutePreference } from '#contract/messages/route-preference.ts'
import type { Executor } from '#db/connect.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import type { AccountId } from '#values/id.ts'
import { getOrThrow } from '#values/or-throw.ts'
import { leastRecent } from './quality.ts'

/** A channel, as far as routing needs it. */
export interface Way {
  channelId: string
  kinds: readonly string[]
  carriers: readonly string[]
  isEnabled: boolean
  /** Connected, able to send now. */
  isUp: boolean
  /** It sags: others take its traffic, but for a probe share. */
  isWithdrawn: boolean
  /** 毫 per segment where nothing else is set; null: unknown. */
  unitCostHao: number | null
  /** 毫 per segment to a carrier or a country. */
  destinationCosts: Readonly<Record<string, number>>
  /** Delivery rate of its last reports if they are many, else the usual one, 0 to 1; null: unknown. */
  rate: number | null
}

/**
 * Routing rule: channels for a kind and a carrier, and how it chooses among them; optionally of a province or an
 * account.
 */
export interface Route {
  kind: string
  carrier: string
  province: string | null
  account: string | null
  channelIds: readonly string[]
  preference: RoutePreference
}

export interface Routing {
  ways: ReadonlyMap<string, Way>
  routes: readonly Route[]
}

export interface Destination {
  account: AccountId
  kind: MessageKind
  carrier: string
  province: string | null
  /** Keeps its channel where a rule spreads phones. */
  phone: string
}

/** Which rule named a channel; `fitting`: no rule, the channel merely supports such messages. */
type RouteSource = 'accountProvince' | 'account' | 'province' | 'general' | 'fitting'
export interface RouteStep {
  channelId: string
  source: RouteSource
  /** Why it is skipped; null: it may carry the message. */
  skip: 'disabled' | 'unfit' | null
}

/** Every channel, the general routes and those of one account (null: of all accounts). */
export async function loadRouting(executor: Executor, account: AccountId | null): Promise<Routing> {
  const [ways, routes] = await Promise.all([
    sql<Way>`
      select channel.channel_id, kinds, carriers, enabled as "isEnabled", state = 'up' as "isUp", ${routingColumns} from channel`.execute(
      executor,
    ),
    loadRoutes(executor, account),
  ])
  return { ways: new Map(ways.rows.map(way => [way.channelId, way])), routes }
}

/** What a choice by cost or quality needs of a channel. */
export const routingColumns = sql`withdrawal is not null as "isWithdrawn",
  (select unit_cost_hao from channel_cost where channel_cost.channel_id = channel.channel_id and starts_at <= now() order by starts_at desc limit 1)
    as "unitCostHao",
  coalesce((select jsonb_object_agg(destination, unit_cost_hao) filter (where unit_cost_hao is not null) from (
    select distinct on (destination) destination, unit_cost_hao from channel_destination_cost as own
    where own.channel_id = channel.channel_id and starts_at <= now() order by destination, starts_at desc) as now_cost), '{}') as "destinationCosts",
  coalesce(case when (quality ->> 'reportedCount')::integer >= ${leastRecent} then (quality ->> 'rate')::float8 end,
    (quality ->> 'usualRate')::float8) as rate`

/** The general routes and those of one account (null: of all accounts). */
export async function loadRoutes(executor: Executor, account: AccountId | null): Promise<Route[]> {
  const { rows } = await sql<Route>`
    select kind, carrier, province, account_id as account, channel_ids, preference from route
    where account_id is null or ${account === null ? sql`true` : sql`account_id = ${account}`}`.execute(executor)
  return rows
}

/** From the most specific rule to the most general. */
const sources: readonly { source: RouteSource; ofAccount: boolean; ofProvince: boolean }[] = [
  { source: 'accountProvince', ofAccount: true, ofProvince: true },
  { source: 'account', ofAccount: true, ofProvince: false },
  { source: 'province', ofAccount: false, ofProvince: true },
  { source: 'general', ofAccount: false, ofProvince: false },
]

/**
 * Message routing: candidate channels in order, with the rule that names each. Without a rule for the kind and carrier,
 * every channel that supports them is a candidate.
 */
export function traceRoute({ ways, routes }: Routing, { account, kind, carrier, province, phone }: Destination): RouteStep[] {
  const steps = new Map<string, RouteStep>()
  const add = (channelId: string, source: RouteSource) => {
    const way = ways.get(channelId)
    if (!way || steps.has(channelId)) return
    const isFit = way.kinds.includes(kind) && way.carriers.includes(carrier)
    steps.set(channelId, { channelId, source, skip: way.isEnabled ? (isFit ? null : 'unfit') : 'disabled' })
  }
  const own = routes.filter(route => route.kind === kind && route.carrier === carrier)
  for (const { source, ofAccount, ofProvince } of sources)
    for (const route of own)
      if (route.account === (ofAccount ? account : null) && route.province === (ofProvince ? province : null) && (!ofProvince || province))
        for (const channelId of preferred(ways, route, { phone, destination: carrier === 'abroad' ? (province ?? '') : carrier }))
          add(channelId, source)
  if (steps.size === 0)
    for (const way of [...ways.values()].sort(upFirst))
      if (way.kinds.includes(kind) && way.carriers.includes(carrier)) add(way.channelId, 'fitting')
  return [...steps.values()]
}

const upFirst = (a: Way, b: Way) => Number(b.isUp) - Number(a.isUp) || (a.channelId < b.channelId ? -1 : 1)

/** The channels of a rule, the preferred ones first. Those that miss its condition come last: better than none. */
function preferred(
  ways: ReadonlyMap<string, Way>,
  { channelIds, preference }: Route,
  { phone, destination }: { phone: string; destination: string },
): readonly string[] {
  const rank = (scoreOf: (channelId: string, index: number) => number) =>
    channelIds.map((channelId, index) => ({ channelId, value: scoreOf(channelId, index) })).sort((a, b) => a.value - b.value)
  const cost = (channelId: string) => {
    const way = ways.get(channelId)
    return way?.destinationCosts[destination] ?? way?.unitCostHao ?? null
  }
  const rate = (channelId: string) => ways.get(channelId)?.rate ?? null
  switch (preference.by) {
    case 'order':
      return channelIds
    case 'share':
      // Weighted rendezvous hashing: without a channel only its own phones move.
      return rank((channelId, index) => -Math.log(fractionOf(`${phone} ${channelId}`)) / (preference.shares[index] ?? 1)).map(
        one => one.channelId,
      )
    case 'price': {
      const least = (preference.leastRate ?? 0) / 100
      const isPoor = (channelId: string) => (rate(channelId) ?? 1) < least
      return rank(
        channelId => (cost(channelId) ?? Number.MAX_SAFE_INTEGER / 4) + (isPoor(channelId) ? Number.MAX_SAFE_INTEGER / 2 : 0),
      ).map(one => one.channelId)
    }
    case 'quality': {
      const most = preference.mostCostHao ?? Number.POSITIVE_INFINITY
      return rank(channelId => -(rate(channelId) ?? 0) + ((cost(channelId) ?? 0) > most ? 2 : 0)).map(one => one.channelId)
    }
  }
}

/** Share of the phones that a withdrawn channel still gets, to see when it recovers. */
const probeShare = 0.02

/** The same for the same text, spread evenly over 0 to 1 (FNV-1a with the finalizer of MurmurHash3). */
function fractionOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (((hash ^ (hash >>> 16)) >>> 0) + 0.5) / 2 ** 32
}

/** Whether a choice depends on the phone, beside its carrier and province. */
export const isSpread = ({ ways, routes }: Routing): boolean =>
  routes.some(({ preference }) => preference.by === 'share') || [...ways.values()].some(way => way.isWithdrawn)

/**
 * The channel for a message: the first candidate that is up and from which nothing is withdrawn, else the first that is
 * up, else the first usable one, or null.
 */
export function chooseChannel(routing: Routing, destination: Destination): string | null {
  const open = traceRoute(routing, destination).filter(step => step.skip === null)
  const up = open.filter(step => getOrThrow(routing.ways, step.channelId).isUp)
  const isProbe = fractionOf(`probe ${destination.phone}`) < probeShare
  return (up.find(step => isProbe || !getOrThrow(routing.ways, step.channelId).isWithdrawn) ?? up[0] ?? open[0])?.channelId ?? null
}
