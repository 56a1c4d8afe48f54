/** Channels to the carriers: accounts, costs, routes. */

export { channelCounts, listChannels } from './admin-channel.ts'
export { dearestCosts, setChannelCost } from './admin-channel-cost.ts'
export { changeChannel, createChannel, switchChannel } from './admin-channel-edit.ts'
export { channelVolume } from './admin-channel-volume.ts'
export { listRoutes, removeRoute, routeName, segmentOf, setRoute, traceNumber } from './admin-route.ts'
export { callbackUrlOf, isCallbackToken } from './callback.ts'
export { upstreamChannels } from './carrier-account.ts'
export { encryptChannelPassword, encryptedChannels, openChannelPassword, openClientCertificate } from './channel-password.ts'
export {
  type ChannelExchange,
  expectExchange,
  readExchange,
  readExchanges,
  recordExchanges,
  sweepExchanges,
} from './exchange.ts'
export { readTraffic, recordTraffic, reviewChannels, setWithdrawalRule, type Traffic } from './quality.ts'
export {
  type DelayedReports,
  delayBoundOf,
  readReportDelays,
  recordReportDelays,
  submissionBucketOf,
} from './report-delay.ts'
export { chooseChannel, isSpread, loadRoutes, loadRouting, type Routing, routingColumns, type Way } from './route.ts'
export { channelSearch } from './search.ts'
