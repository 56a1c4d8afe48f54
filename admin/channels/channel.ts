import type { CallAnswerWire } from '#contract/call.ts'
import { adminHomeCalls } from '#contract/home/admin-home.ts'
import { adminChannelCalls, adminRouteCalls } from '#contract/messages/admin-channel.ts'
import { adminAuditLogCalls } from '#contract/staff/admin-audit-log.ts'
import { keysOf } from '#values/keys.ts'
import { type Carrier, carrierNames, carriers } from '#values/phone.ts'

export type Channel = CallAnswerWire<typeof adminChannelCalls.list>['rows'][number]
export type Route = CallAnswerWire<typeof adminRouteCalls.list>['rows'][number]
export type Volume = CallAnswerWire<typeof adminChannelCalls.volume>['rows'][number]

export const kindNames = { otp: '验证码', transactional: '通知', marketing: '推广' } as const
export type Kind = keyof typeof kindNames
export const kinds = keysOf(kindNames)

/** 客户 · 推广 · 中国移动 · 广东. */
export const routeTitle = ({
  kind,
  carrier,
  province,
  accountName,
}: Pick<Route, 'province' | 'accountName'> & { kind: Kind | null; carrier: Carrier | null }) =>
  [accountName, kind && kindNames[kind], carrier && carrierNames[carrier], province].filter(Boolean).join(' · ')

/** Answers that an act on a channel or a route outdates. */
export const channelAnswers = [
  adminChannelCalls.list,
  adminChannelCalls.volume,
  adminChannelCalls.history,
  adminRouteCalls.list,
  adminRouteCalls.trace,
  adminRouteCalls.history,
  adminHomeCalls.overview,
  adminAuditLogCalls.list,
]

/** What a channel takes, and a route that names some. */
export type Carrying = Pick<Channel, 'channelId' | 'isEnabled' | 'kinds' | 'carriers'>
export type Rule = Pick<Route, 'kind' | 'carrier' | 'province' | 'accountId' | 'accountName' | 'channelIds'>

/**
 * Names of the routes that have no other usable channel, nor have the more general ones after them: 推广 · 中国移动, with
 * the province and the customer of a particular one.
 */
export function routesWithNoOther(channel: Carrying, all: readonly Carrying[], routes: readonly Rule[]): string[] {
  return routes
    .filter(route => {
      const chain = routes.filter(
        one =>
          one.kind === route.kind &&
          one.carrier === route.carrier &&
          (one.province === null || one.province === route.province) &&
          (one.accountId === null || one.accountId === route.accountId),
      )
      const usable = all.filter(
        one =>
          one.isEnabled &&
          one.kinds.includes(route.kind) &&
          one.carriers.includes(route.carrier) &&
          chain.some(({ channelIds }) => channelIds.includes(one.channelId)),
      )
      return usable.length === 1 && usable[0]?.channelId === channel.channelId
    })
    .map(routeTitle)
}

/** Messages that no other enabled channel takes, where no route says which may: 推广 · 中国移动. */
export function takenByNoOther(channel: Carrying, all: readonly Carrying[], routes: readonly Rule[]): string[] {
  const others = all.filter(one => one.channelId !== channel.channelId && one.isEnabled)
  return kinds
    .filter(kind => channel.kinds.includes(kind))
    .flatMap(kind =>
      carriers
        .filter(carrier => channel.carriers.includes(carrier))
        .filter(
          carrier => !routes.some(one => one.kind === kind && one.carrier === carrier && one.province === null && one.accountId === null),
        )
        .filter(carrier => !others.some(one => one.kinds.includes(kind) && one.carriers.includes(carrier)))
        .map(carrier => `${kindNames[kind]} · ${carrierNames[carrier]}`),
    )
}

/** A delay in seconds with a decimal; null: none was measured. */
export const secondsText = (seconds: number | null) => (seconds === null ? '–' : `${Math.round(seconds * 10) / 10}秒`)
