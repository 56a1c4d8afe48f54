import { counter, delayBuckets, gauge, histogram, latencyBuckets } from '#metrics/registry.ts'

/** All have the channel's id; `hongyan_channel_info` of the program jobs has its name. */
export const submitsTotal = counter('hongyan_channel_submits_total', 'Submitted messages by outcome', ['channel', 'outcome'])
export const throttledTotal = counter('hongyan_channel_throttled_total', 'Parts that the carrier refused as too many', ['channel'])
export const submitDurations = histogram(
  'hongyan_channel_submit_duration_seconds',
  "From a part's submission to the carrier's answer",
  latencyBuckets,
  ['channel'],
)
export const claimDurations = histogram('hongyan_channel_claim_duration_seconds', 'Duration of a claim', latencyBuckets, ['channel'])
export const claimedTotal = counter('hongyan_channel_claimed_total', 'Claimed messages', ['channel'])
export const doubtfulTotal = counter('hongyan_channel_doubtful_total', 'Messages that an earlier owner left in doubt', ['channel'])
export const reportsTotal = counter('hongyan_delivery_reports_total', 'Delivery reports of parts by state', ['channel', 'state'])
export const parkedTotal = counter('hongyan_delivery_reports_parked_total', 'Delivery reports that came before their message was known', [
  'channel',
])
export const reportDelays = histogram(
  'hongyan_delivery_report_delay_seconds',
  'From the submission of a part to its report',
  delayBuckets,
  ['channel'],
)

const links = gauge('hongyan_channel_links', 'Links of a channel that this program owns, by state', ['channel', 'state'])
const windows = gauge('hongyan_channel_window_parts', 'Parts that may be unanswered now, over all links', ['channel'])
const outstanding = gauge('hongyan_channel_outstanding_parts', 'Parts that are unanswered', ['channel'])

/** The links of a channel at one moment. */
export interface LinkFacts {
  boundCount: number
  sendingCount: number
  windowSize: number
  outstandingCount: number
}

export function setLinks(channel: string, { boundCount, sendingCount, windowSize, outstandingCount }: LinkFacts): void {
  links.set({ channel, state: 'bound' }, boundCount)
  links.set({ channel, state: 'sending' }, sendingCount)
  windows.set({ channel }, windowSize)
  outstanding.set({ channel }, outstandingCount)
}

/** Another program owns the channel now. */
export function removeLinks(channel: string): void {
  for (const state of ['bound', 'sending']) links.remove({ channel, state })
  windows.remove({ channel })
  outstanding.remove({ channel })
}
