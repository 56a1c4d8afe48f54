import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import type { AccountId } from '#values/id.ts'
import { getOrThrow } from '#values/or-throw.ts'

/** A channel, as far as routing needs it. */
export interface Way {
  channelId: string
  kinds: readonly string[]
  carriers: readonly string[]
  isEnabled: boolean
  /** Connected, able to send now. */
  isUp: boolean
}

/**
 * Routing rule: channels for a kind and a carrier, in order of preference; optionally limited to a province or an
 * account.
 */
export interface Route {
  kind: string
  carrier: string
  province: string | null
  account: string | null
  channelIds: readonly string[]
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
    executor.selectFrom('channel').select(['channelId', 'kinds', 'carriers', 'enabled', 'state']).execute(),
    loadRoutes(executor, account),
  ])
  return {
    ways: new Map(
      ways.map(row => [
        row.channelId,
        { channelId: row.channelId, kinds: row.kinds, carriers: row.carriers, isEnabled: row.enabled, isUp: row.state === 'up' },
      ]),
    ),
    routes,
  }
}

/** The general routes and those of one account (null: of all accounts). */
export async function loadRoutes(executor: Executor, account: AccountId | null): Promise<Route[]> {
  const { rows } = await sql<Route>`
    select kind, carrier, province, account_id as account, channel_ids from route
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
export function traceRoute({ ways, routes }: Routing, { account, kind, carrier, province }: Destination): RouteStep[] {
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
        for (const channelId of route.channelIds) add(channelId, source)
  if (steps.size === 0)
    for (const way of [...ways.values()].sort(upFirst))
      if (way.kinds.includes(kind) && way.carriers.includes(carrier)) add(way.channelId, 'fitting')
  return [...steps.values()]
}

const upFirst = (a: Way, b: Way) => Number(b.isUp) - Number(a.isUp) || (a.channelId < b.channelId ? -1 : 1)

/** The channel for a message: the first candidate that is up, else the first usable one, or null. */
export function chooseChannel(routing: Routing, destination: Destination): string | null {
  const open = traceRoute(routing, destination).filter(step => step.skip === null)
  return (open.find(step => getOrThrow(routing.ways, step.channelId).isUp) ?? open[0])?.channelId ?? null
}
