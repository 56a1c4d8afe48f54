import { adminChannelCalls, adminRouteCalls } from '#contract/messages/admin-channel.ts'
import { withdrawalRuleNames } from '#contract/messages/route-preference.ts'
import { actsOf } from '#contract/staff/admin-history.ts'
import {
  callbackUrlOf,
  changeChannel,
  channelVolume,
  createChannel,
  listChannels,
  listRoutes,
  readExchanges,
  readReportDelays,
  readTraffic,
  removeRoute,
  routeName,
  setRoute,
  setWithdrawalRule,
  switchChannel,
  traceNumber,
} from '#domain/channels/index.ts'
import { readTrial, sendTrial } from '#domain/message-records/index.ts'
import { listHistory } from '#domain/staff/index.ts'
import { handle } from '#http/server/serve.ts'
import { idTime } from '#values/id.ts'
import { maskPhone } from '#values/phone.ts'

/** `secret`: the master secret, for the carriers' passwords. `callbackBase`: where upstreams by HTTP call us. */
export const adminChannelHandlers = (secret: string, callbackBase: string | undefined) => [
  handle(adminChannelCalls.list, async ({ tx }) => {
    const rows = await listChannels(tx)
    const callbackOf = ({ channelId, settings }: (typeof rows)[number]) =>
      settings.protocol === 'http' && callbackBase !== undefined ? callbackUrlOf(callbackBase, secret, channelId) : null
    return { rows: rows.map(row => ({ ...row, callbackUrl: callbackOf(row) })) }
  }),

  handle(adminChannelCalls.volume, async ({ tx, now }) => ({ rows: await channelVolume(tx, now()) })),

  handle(adminChannelCalls.create, async ({ tx, note }, { reason, ...facts }) => {
    note({ object: facts.name, detail: { reason } })
    return { channelId: await createChannel(tx, secret, facts) }
  }),

  handle(adminChannelCalls.change, async ({ tx, note }, { reason, ...facts }) => {
    note({ object: facts.name, detail: { reason } })
    const changed = await changeChannel(tx, secret, facts)
    note({ detail: { ...changed, reason } })
  }),

  handle(adminChannelCalls.enable, async ({ tx, note }, { channelId, reason }) => {
    note({ detail: { reason } })
    note({ object: await switchChannel(tx, channelId, true) })
  }),

  handle(adminChannelCalls.disable, async ({ tx, note }, { channelId, reason }) => {
    note({ detail: { reason } })
    note({ object: await switchChannel(tx, channelId, false) })
  }),

  handle(adminChannelCalls.setWithdrawalRule, async ({ tx, note, now }, { reason, ...wanted }) => {
    note({ detail: { reason } })
    const { name, before } = await setWithdrawalRule(tx, { ...wanted, reason, now: now() })
    note({ object: name, detail: { before: withdrawalRuleNames[before], after: withdrawalRuleNames[wanted.rule], reason } })
  }),

  handle(adminChannelCalls.traffic, async ({ tx, now }, { channelId }) => ({
    rows: await readTraffic(tx, channelId, now()),
    reports: await readReportDelays(tx, channelId, now()),
  })),

  handle(adminChannelCalls.exchanges, async ({ tx }, { channelId }) => ({ rows: await readExchanges(tx, channelId) })),

  handle(adminChannelCalls.test, async ({ tx, note, now }, { channelId, phone }) => {
    const { name, ...sent } = await sendTrial(tx, { channelId, phone, now: now() })
    note({ object: name, detail: { phone: maskPhone(phone) } })
    return sent
  }),

  handle(adminChannelCalls.testState, ({ tx }, { messageId }) => readTrial(tx, messageId, idTime(messageId))),

  handle(adminChannelCalls.history, ({ tx }, { accountId, ...filter }) =>
    listHistory(tx, actsOf(adminChannelCalls), { ...filter, account: accountId }),
  ),

  handle(adminRouteCalls.list, async ({ tx }) => ({ rows: await listRoutes(tx) })),

  handle(adminRouteCalls.set, async ({ tx, note }, { reason, ...route }) => {
    note({ account: route.accountId, object: routeName(route), detail: { reason } })
    const changed = await setRoute(tx, route)
    note({ detail: { ...changed, reason } })
  }),

  handle(adminRouteCalls.remove, async ({ tx, note }, { routeId, reason }) => {
    note({ detail: { reason } })
    const { before, ...route } = await removeRoute(tx, routeId)
    note({ account: route.accountId, object: routeName(route), detail: { before, after: '无', reason } })
  }),

  handle(adminRouteCalls.trace, ({ tx }, asked) => traceNumber(tx, asked)),

  handle(adminRouteCalls.history, ({ tx }, { accountId, ...filter }) =>
    listHistory(tx, actsOf(adminRouteCalls), { ...filter, account: accountId }),
  ),
]
