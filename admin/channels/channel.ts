import type { CallAnswerWire } from '#contract/call.ts'
import { adminHomeCalls } from '#contract/home/admin-home.ts'
import { adminChannelCalls, adminRouteCalls } from '#contract/messages/admin-channel.ts'
import { adminAuditLogCalls } from '#contract/staff/admin-audit-log.ts'
import { keysOf } from '#values/keys.ts'
import { carrierNames, carriers } from '#values/phone.ts'

export type Channel = CallAnswerWire<typeof adminChannelCalls.list>['rows'][number]
export type Volume = CallAnswerWire<typeof adminChannelCalls.volume>['rows'][number]

export const kindNames = { otp: '验证码', transactional: '通知', marketing: '推广' } as const
export type Kind = keyof typeof kindNames
export const kinds = keysOf(kindNames)

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

/** Messages that no other enabled channel takes: 推广 · 中国移动. */
export function takenByNoOther(channel: Channel, all: readonly Channel[]): string[] {
  const others = all.filter(one => one.channelId !== channel.channelId && one.isEnabled)
  return kinds
    .filter(kind => channel.kinds.includes(kind))
    .flatMap(kind =>
      carriers
        .filter(carrier => channel.carriers.includes(carrier))
        .filter(carrier => !others.some(one => one.kinds.includes(kind) && one.carriers.includes(carrier)))
        .map(carrier => `${kindNames[kind]} · ${carrierNames[carrier]}`),
    )
}
