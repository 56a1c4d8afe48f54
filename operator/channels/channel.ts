import type { Got } from '#contract/call.ts'
import { operatorActivityCalls } from '#contract/operator-activity.ts'
import { operatorChannelCalls, operatorRouteCalls } from '#contract/operator-channel.ts'
import { operatorHomeCalls } from '#contract/operator-home.ts'
import { operatorNames, operators } from '#values/phone.ts'

export type Channel = Got<typeof operatorChannelCalls.list>['rows'][number]
export type Volume = Got<typeof operatorChannelCalls.volume>['rows'][number]

export const kindNames = { code: '验证码', notice: '通知', marketing: '推广' } as const
export type Kind = keyof typeof kindNames
export const kinds = Object.keys(kindNames) as Kind[]

/** Answers that an act on a channel or a route makes untrue. */
export const channelAnswers = [
  operatorChannelCalls.list,
  operatorChannelCalls.volume,
  operatorChannelCalls.history,
  operatorRouteCalls.list,
  operatorRouteCalls.trace,
  operatorRouteCalls.history,
  operatorHomeCalls.overview,
  operatorActivityCalls.list,
]

/** What no other enabled channel takes: 推广 · 中国移动. */
export function takenByNoOther(channel: Channel, all: readonly Channel[]): string[] {
  const others = all.filter(one => one.channelId !== channel.channelId && one.isEnabled)
  return kinds
    .filter(kind => channel.kinds.includes(kind))
    .flatMap(kind =>
      operators
        .filter(operator => channel.operators.includes(operator))
        .filter(operator => !others.some(one => one.kinds.includes(kind) && one.operators.includes(operator)))
        .map(operator => `${kindNames[kind]} · ${operatorNames[operator]}`),
    )
}
