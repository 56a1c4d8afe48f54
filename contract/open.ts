import { z } from 'zod'
import type { MessageState } from './message-state.ts'
import { messageStates } from './message-state.ts'
import { idOf, moment } from './scalars.ts'

/** The door for customers' programs: JSON over HTTP, a key in `Authorization: Bearer` (spec/open-api.md). */
export const openPaths = { send: '/openapi/v1/messages', find: '/openapi/v1/messages', document: '/openapi/v1/openapi.json' } as const

export const maximumPhonesOfRequest = 1_000

export const sendInput = z
  .object({
    signature: z.string().min(1).max(20).describe('已审核通过的签名，不含【】'),
    templateCode: z.string().min(1).max(40).describe('已审核通过的模板编号，如 SMS_200001'),
    templateParam: z.record(z.string(), z.string()).default({}).describe('模板变量的值'),
    phones: z.array(z.string().max(30)).min(1).max(maximumPhonesOfRequest).describe('手机号，重复的只发一次'),
    customId: z.string().max(64).optional().describe('您自己的编号，随状态报告返回'),
  })
  .describe('向一批号码发送同一条短信')

export const sentPhone = z.union([
  z.object({ phone: z.string(), messageId: idOf('message'), segmentCount: z.number().int().describe('计费条数') }),
  z.object({ phone: z.string(), refused: z.object({ code: z.string(), message: z.string() }) }),
])
export const sendAnswer = z.object({ requestId: z.string(), messages: z.array(sentPhone) })

export const findInput = z.object({ messageId: idOf('message') })
export const foundMessage = z.object({
  requestId: z.string(),
  message: z.object({
    messageId: idOf('message'),
    phone: z.string(),
    state: z.enum(Object.keys(messageStates) as [MessageState, ...MessageState[]]),
    code: z.string().nullable().describe('失败时的状态报告代码'),
    segmentCount: z.number().int(),
    customId: z.string().nullable(),
    acceptedAt: moment,
    submittedAt: moment.nullable(),
    finishedAt: moment.nullable(),
  }),
})
