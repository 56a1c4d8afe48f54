import type { AdminHandlerOptions } from '#http/server/handler-options.ts'
import type { Handler } from '#http/server/serve.ts'
import { adminChannelHandlers } from './admin-channel.ts'
import { adminCodeHandlers } from './admin-code.ts'
import { adminMessageHandlers } from './admin-message.ts'
import { adminSegmentHandlers } from './admin-segment.ts'
import { adminStatisticsHandlers } from './admin-statistics.ts'
import { deliveryHandlers } from './delivery.ts'
import { smsHomeHandlers } from './sms-home.ts'
import { statisticsHandlers } from './statistics.ts'

/** What this module answers in the customer console. */
export const customerHandlers: readonly Handler[] = [...deliveryHandlers, ...statisticsHandlers, ...smsHomeHandlers]

/** What this module answers in the back office. */
export const adminHandlers = ({ secret, upstreamCallbackUrl, replica = null }: AdminHandlerOptions): readonly Handler[] => [
  ...adminMessageHandlers,
  ...adminStatisticsHandlers(replica),
  ...adminChannelHandlers(secret, upstreamCallbackUrl),
  ...adminSegmentHandlers,
  ...adminCodeHandlers,
]
