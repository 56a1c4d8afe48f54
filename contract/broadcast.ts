import { z } from 'zod'
import { limits } from '#values/limits.ts'
import { call, member } from './call.ts'
import { oneTimeCodeRule } from './rules.ts'
import { idOf, moment, pageOf, pageSize } from './scalars.ts'

/** What a broadcast can be, in the words of the screens. */
export const broadcastStates = {
  scheduled: { name: '定时', tone: 'waiting' },
  sending: { name: '发送中', tone: 'progress' },
  paused: { name: '已暂停', tone: 'waiting' },
  held: { name: '暂缓', tone: 'waiting' },
  completed: { name: '已完成', tone: 'good' },
  canceled: { name: '已取消', tone: 'ended' },
} as const
export type BroadcastState = keyof typeof broadcastStates

/** From which states each act is possible: buttons, refusals and tests go by this one table. */
export const broadcastCan = {
  pause: { name: '暂停', from: ['sending'] },
  resume: { name: '继续', from: ['paused'] },
  reschedule: { name: '修改时间', from: ['scheduled'] },
  cancel: { name: '取消', from: ['scheduled', 'sending', 'paused', 'held'] },
} as const satisfies Record<string, { name: string; from: readonly BroadcastState[] }>
export type BroadcastAct = keyof typeof broadcastCan
export const mayAct = (act: BroadcastAct, state: BroadcastState) => (broadcastCan[act].from as readonly BroadcastState[]).includes(state)

const states = Object.keys(broadcastStates) as [BroadcastState, ...BroadcastState[]]
const kind = z.enum(['code', 'notice', 'marketing'])
const count = z.number().int()

/** Messages of a broadcast by what became of them so far. */
const counts = z.object({
  made: count,
  refused: count,
  canceled: count,
  submitted: count,
  delivered: count,
  failed: count,
})

const row = z.object({
  broadcastId: idOf('broadcast'),
  name: z.string(),
  kind,
  state: z.enum(states),
  stateReason: z.string().nullable(),
  signatureText: z.string(),
  templateText: z.string(),
  recipientCount: count,
  segmentCount: count,
  scheduledAt: moment.nullable(),
  createdAt: moment,
  startedAt: moment.nullable(),
  finishedAt: moment.nullable(),
  counts,
})

/** Part of a cost that one package pays (`unitPriceHao` 0), or the balance. `remaining` is what it has left then: segments, or 毫 of the balance. */
const chargeLine = z.object({
  name: z.string(),
  isBalance: z.boolean(),
  segmentCount: count,
  unitPriceHao: count,
  amountHao: count,
  remaining: count,
})
const failure = z.object({ code: z.string(), meaning: z.string(), messageCount: count })
const scheduled = moment.nullable().default(null)
const one = z.object({ broadcastId: idOf('broadcast') })
const upload = z.object({ uploadId: idOf('upload') })
const changed = z.object({ state: z.enum(states) })

export const broadcastCalls = {
  preview: call({
    method: 'POST',
    path: '/api/broadcasts/preview',
    summary: '群发费用预览',
    audience: member('broadcast.write'),
    input: upload.extend({ scheduledAt: scheduled }),
    answer: z.object({
      recipientCount: count,
      segmentCount: count,
      lines: z.array(chargeLine),
      /** Money of all lines, 毫. */
      amountHao: count,
      missingSegments: count,
      missingHao: count,
      /** When a marketing broadcast outside the permitted hours really begins. */
      heldUntil: moment.nullable(),
      needsCode: z.boolean(),
    }),
    refusals: ['upload_not_ready', 'upload_already_sent', 'not_found', 'schedule_out_of_range'],
  }),
  test: call({
    method: 'POST',
    path: '/api/broadcasts/test',
    summary: '发送测试短信',
    audience: member('broadcast.write'),
    input: upload,
    /** The message of the upload's first number, sent to the member's own and charged like any other. */
    answer: z.object({ content: z.string(), segmentCount: count, heldUntil: moment.nullable() }),
    refusals: [
      'account_not_attested',
      'account_frozen',
      'signature_not_approved',
      'template_not_approved',
      'upload_not_ready',
      'no_recipient',
      'not_found',
      'balance_insufficient',
      'phone_blacklisted',
      'frequency_exceeded',
      'too_many_requests',
    ],
    once: true,
  }),
  askCode: call({
    method: 'POST',
    path: '/api/broadcasts/code',
    summary: '获取群发确认码',
    audience: member('broadcast.write'),
    input: upload,
    answer: z.object({}),
    refusals: ['upload_not_ready', 'not_found', 'code_limited'],
  }),
  confirm: call({
    method: 'POST',
    path: '/api/broadcasts/confirm',
    summary: '核对群发确认码',
    audience: member('broadcast.write'),
    input: upload.extend({ code: oneTimeCodeRule }),
    /** A wrong code is an answer: the try stays counted. */
    answer: z.object({ isConfirmed: z.boolean() }),
    refusals: [],
  }),
  send: call({
    method: 'POST',
    path: '/api/broadcasts/send',
    summary: '群发短信',
    audience: member('broadcast.write'),
    input: upload.extend({
      name: z.string().trim().max(limits.broadcastNameCharacters, `任务名称最多${limits.broadcastNameCharacters}个字`).default(''),
      scheduledAt: scheduled,
      /** The cost that the person has seen. */
      expected: z.object({ segmentCount: count, amountHao: count }),
    }),
    answer: z.object({ broadcastId: idOf('broadcast'), state: z.enum(states) }),
    refusals: [
      'account_not_attested',
      'account_frozen',
      'signature_not_approved',
      'template_not_approved',
      'upload_not_ready',
      'upload_already_sent',
      'no_recipient',
      'schedule_out_of_range',
      'cost_changed',
      'balance_insufficient',
      'broadcast_code_required',
      'not_found',
    ],
    once: true,
  }),
  list: call({
    method: 'GET',
    path: '/api/broadcasts',
    summary: '群发列表',
    audience: member('broadcast.read'),
    input: z.object({
      part: z.enum(['open', 'finished']),
      state: z.enum(states).optional(),
      cursor: z.uuid().optional(),
      pageSize,
    }),
    answer: pageOf(row),
    refusals: [],
  }),
  one: call({
    method: 'GET',
    path: '/api/broadcasts/one',
    summary: '群发详情',
    audience: member('broadcast.read'),
    input: one,
    answer: row.extend({ heldHao: count, postedSegments: count, voidedSegments: count, postedHao: count, failures: z.array(failure) }),
    refusals: ['not_found'],
  }),
  pause: call({
    method: 'POST',
    path: '/api/broadcasts/pause',
    summary: '暂停群发',
    audience: member('broadcast.write'),
    input: one,
    answer: changed,
    refusals: ['not_found', 'state_forbids'],
  }),
  resume: call({
    method: 'POST',
    path: '/api/broadcasts/resume',
    summary: '继续群发',
    audience: member('broadcast.write'),
    input: one,
    answer: changed,
    refusals: ['not_found', 'state_forbids', 'account_frozen', 'account_not_attested', 'signature_not_approved', 'template_not_approved'],
  }),
  cancel: call({
    method: 'POST',
    path: '/api/broadcasts/cancel',
    summary: '取消群发',
    audience: member('broadcast.write'),
    input: one,
    answer: changed.extend({ canceledCount: count, voidedSegments: count }),
    refusals: ['not_found', 'state_forbids'],
  }),
  reschedule: call({
    method: 'POST',
    path: '/api/broadcasts/reschedule',
    summary: '修改群发时间',
    audience: member('broadcast.write'),
    input: one.extend({ scheduledAt: moment }),
    answer: changed,
    refusals: ['not_found', 'state_forbids', 'schedule_out_of_range'],
  }),
}

/**
 * The door for progress: a stream of server-sent events for up to `limits.pageRows` broadcasts, `?ids=brd_…&ids=brd_…`. The first event tells them all, the
 * next those that have changed since, about each second; a comment now and then keeps the connection.
 */
export const progressDoor = {
  method: 'GET',
  path: '/api/broadcasts/progress',
  summary: '群发进度',
  audience: member('broadcast.read'),
  input: z.object({
    ids: z.preprocess(value => (Array.isArray(value) ? value : [value]), z.array(idOf('broadcast')).min(1).max(limits.pageRows)),
  }),
  event: z.object({
    rows: z.array(row.pick({ broadcastId: true, state: true, stateReason: true, startedAt: true, finishedAt: true, counts: true })),
  }),
} as const
export type ProgressEvent = z.input<typeof progressDoor.event>
