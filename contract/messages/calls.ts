import { adminChannelCalls, adminRouteCalls } from './admin-channel.ts'
import { adminCodeCalls } from './admin-code.ts'
import { adminMessageCalls } from './admin-message.ts'
import { adminPortedCalls, adminSegmentCalls } from './admin-segment.ts'
import { adminStatisticsCalls } from './admin-statistics.ts'
import { deliveryCalls } from './delivery.ts'
import { diagnosisCalls } from './diagnosis.ts'
import { inboundReplyCalls } from './inbound-reply.ts'
import { smsHomeCalls } from './sms-home.ts'
import { statisticsCalls } from './statistics.ts'

/** Calls of this module of the customer console, by their nouns. */
export const customerCalls = {
  delivery: deliveryCalls,
  diagnosis: diagnosisCalls,
  inboundReply: inboundReplyCalls,
  statistics: statisticsCalls,
  smsHome: smsHomeCalls,
}

/** Calls of this module of the back office, by their nouns. */
export const adminCalls = {
  message: adminMessageCalls,
  statistics: adminStatisticsCalls,
  channel: adminChannelCalls,
  route: adminRouteCalls,
  segment: adminSegmentCalls,
  ported: adminPortedCalls,
  code: adminCodeCalls,
}
