import { operatorChannelCalls, operatorRouteCalls } from '#contract/operator-channel.ts'
import { actsOf } from '#contract/operator-history.ts'
import { listChannels } from '#domain/staff/channel.ts'
import { changeChannel, createChannel, switchChannel } from '#domain/staff/channel-edit.ts'
import { readTrial, sendTrial } from '#domain/staff/channel-trial.ts'
import { channelVolume } from '#domain/staff/channel-volume.ts'
import { listHistory } from '#domain/staff/history.ts'
import { listRoutes, removeRoute, routeName, setRoute, traceNumber } from '#domain/staff/route.ts'
import { type AccountId, idTime } from '#values/id.ts'
import { maskPhone } from '#values/phone.ts'
import { handle } from './serve.ts'

/** `secret`: the master secret, with which the carriers' passwords are sealed. */
export const operatorChannelHandlers = (secret: string) => [
  handle(operatorChannelCalls.list, async ({ tx }) => ({ rows: await listChannels(tx) })),

  handle(operatorChannelCalls.volume, async ({ tx, now }) => ({ rows: await channelVolume(tx, now()) })),

  handle(operatorChannelCalls.create, async ({ tx, note }, { reason, ...facts }) => {
    note({ object: facts.name, detail: { reason } })
    return { channelId: await createChannel(tx, secret, facts) }
  }),

  handle(operatorChannelCalls.change, async ({ tx, note }, { reason, ...facts }) => {
    note({ object: facts.name, detail: { reason } })
    const changed = await changeChannel(tx, secret, facts)
    note({ detail: { ...changed, reason } })
    return {}
  }),

  handle(operatorChannelCalls.enable, async ({ tx, note }, { channelId, reason }) => {
    note({ detail: { reason } })
    note({ object: await switchChannel(tx, channelId, true) })
    return {}
  }),

  handle(operatorChannelCalls.disable, async ({ tx, note }, { channelId, reason }) => {
    note({ detail: { reason } })
    note({ object: await switchChannel(tx, channelId, false) })
    return {}
  }),

  handle(operatorChannelCalls.test, async ({ tx, note, now }, { channelId, phone }) => {
    const { messageId, name } = await sendTrial(tx, { channelId, phone, now: now() })
    note({ object: name, detail: { phone: maskPhone(phone) } })
    return { messageId }
  }),

  handle(operatorChannelCalls.testState, ({ tx }, { messageId }) => readTrial(tx, messageId, idTime(messageId))),

  handle(operatorChannelCalls.history, ({ tx }, { accountId, ...filter }) =>
    listHistory(tx, actsOf(operatorChannelCalls), { ...filter, account: accountId as AccountId | undefined }),
  ),

  handle(operatorRouteCalls.list, async ({ tx }) => ({ rows: await listRoutes(tx) })),

  handle(operatorRouteCalls.set, async ({ tx, note }, { reason, ...route }) => {
    note({ account: route.accountId as AccountId | null, object: routeName(route), detail: { reason } })
    const changed = await setRoute(tx, route)
    note({ detail: { ...changed, reason } })
    return {}
  }),

  handle(operatorRouteCalls.remove, async ({ tx, note }, { routeId, reason }) => {
    note({ detail: { reason } })
    const { before, ...route } = await removeRoute(tx, routeId)
    note({ account: route.accountId as AccountId | null, object: routeName(route), detail: { before, after: '无', reason } })
    return {}
  }),

  handle(operatorRouteCalls.trace, ({ tx }, asked) => traceNumber(tx, asked)),

  handle(operatorRouteCalls.history, ({ tx }, { accountId, ...filter }) =>
    listHistory(tx, actsOf(operatorRouteCalls), { ...filter, account: accountId as AccountId | undefined }),
  ),
]
