import { z } from 'zod'
import { call, staff } from './call.ts'
import { idOf, moment } from './scalars.ts'

const count = z.number().int()

export const operatorChannelCalls = {
  list: call({
    method: 'GET',
    path: '/api/operator/channels',
    summary: '通道状态',
    audience: staff('channel.read'),
    input: z.object({}),
    answer: z.object({
      rows: z.array(
        z.object({
          channelId: idOf('channel'),
          name: z.string(),
          protocol: z.string(),
          host: z.string(),
          port: count,
          systemId: z.string(),
          senderNumber: z.string(),
          kinds: z.array(z.enum(['code', 'notice', 'marketing'])),
          operators: z.array(z.enum(['mobile', 'unicom', 'telecom', 'broadnet'])),
          windowSize: count,
          ratePerSecond: count,
          bindCount: count,
          isEnabled: z.boolean(),
          /** Whether a dispatch program has it in hand now; without one the state is an old one. */
          isHeld: z.boolean(),
          state: z.enum(['up', 'down']),
          stateDetail: z.string().nullable(),
          stateAt: moment,
        }),
      ),
    }),
    refusals: [],
  }),
}
