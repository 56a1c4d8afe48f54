import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { linkProblems } from '#contract/links/link-problem.ts'
import { deliveryFilter } from '#contract/messages/delivery.ts'
import { messageStates } from '#contract/messages/message-state.ts'
import { oneTimeCodeRule } from '#contract/rules.ts'
import { idOf, moment, pageOf, pageSize, phoneNumber, phoneOrEnding } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { carriers } from '#values/phone.ts'
import { breakdown, costFields, counts, listSums } from './broadcast-figures.ts'

/** States of a broadcast, with the texts of the screens. */
export const broadcastStates = {
  reviewing: '待审核',
  scheduled: '定时',
  sending: '发送中',
  paused: '已暂停',
  held: '暂缓',
  completed: '已完成',
  canceled: '已取消',
} as const
export type BroadcastState = keyof typeof broadcastStates

/** States in which each act is possible: buttons, refusals and tests use this one table. */
export const broadcastCan = {
  pause: { name: '暂停', from: ['sending', 'held'] },
  resume: { name: '继续', from: ['paused'] },
  reschedule: { name: '修改时间', from: ['scheduled'] },
  cancel: { name: '取消', from: ['reviewing', 'scheduled', 'sending', 'paused', 'held'] },
} as const satisfies Record<string, { name: string; from: readonly BroadcastState[] }>
export type BroadcastAct = keyof typeof broadcastCan
export const mayAct = (act: BroadcastAct, state: BroadcastState) => broadcastCan[act].from.some(one => one === state)

const states = keysOf(broadcastStates)
const kind = z.enum(['otp', 'transactional', 'marketing'])
const count = z.number().int()
const linkProblem = z.enum(linkProblems)

const row = z.object({
  broadcastId: idOf('broadcast'),
  name: z.string(),
  kind,
  state: z.enum(states),
  stateReason: z.string().nullable(),
  signatureText: z.string(),
  templateText: z.string(),
  /** Messages. */
  recipientCount: count,
  /** Their numbers, of which some may get several. */
  phoneCount: count,
  segmentCount: count,
  scheduledAt: moment.nullable(),
  spread: z.object({ perMinute: count, fromMinute: count, untilMinute: count }).nullable(),
  atNight: z.enum(['postpone', 'cancel']),
  memberName: z.string(),
  createdAt: moment,
  startedAt: moment.nullable(),
  finishedAt: moment.nullable(),
  /** It starts then, unless it is recalled before; null: started, or begun otherwise. */
  recallUntil: moment.nullable(),
  /** Since when no channel has taken its messages; null: one does. */
  noChannelSince: moment.nullable(),
  counts,
  /** For a broadcast with a short link: messages that were opened, and clicks in all. */
  clicks: z.object({ clickedCount: count, clickCount: count }).nullable(),
})

const detail = row.extend({
  ...costFields,
  optOutCount: count,
  /** Messages from its recipients, opt-outs among them. */
  replyCount: count,
  /** Milliseconds in which it can still be recalled, by the server's clock; null: it is not held for that. */
  recallMs: count.nullable(),
  recalledAt: moment.nullable(),
  /** Of a recalled one: the draft that it became, while that has its numbers and isn't sent again. */
  draftId: idOf('draft').nullable(),
  /** The file of numbers, and how many of its rows were excluded before sending, by reason. */
  uploadId: idOf('upload'),
  leftOut: z.array(z.object({ reason: z.string(), rowCount: count })),
  /**
   * What was chosen for numbers with several different rows, and for those without a recorded consent; null: there were
   * none.
   */
  repeats: z.object({ choice: z.enum(['all', 'first', 'none']), rowCount: count }).nullable(),
  consent: z.object({ choice: z.enum(['declared', 'recorded']), rowCount: count }).nullable(),
})
/** What a report shows of a broadcast to those it is shared with. */
export const sharedDetail = detail.omit({ broadcastId: true, draftId: true, uploadId: true, memberName: true, recallMs: true })

const minuteOfDay = z.number().int().min(0).max(1440)
/** 匀速发送: so many numbers a minute, within these hours of each day in China. */
const spreadInput = z
  .object({
    perMinute: z
      .number()
      .int()
      .min(1, '每分钟至少1个')
      .max(limits.spreadPerMinute, `每分钟最多${limits.spreadPerMinute.toLocaleString('en-US')}个`),
    fromMinute: minuteOfDay,
    untilMinute: minuteOfDay,
  })
  .refine(spread => spread.fromMinute < spread.untilMinute, { error: '结束时间须晚于开始时间', path: ['untilMinute'] })

/** What happens to the remaining numbers when the permitted hours end. */
const nightChoices = ['postpone', 'cancel'] as const
export type NightChoice = (typeof nightChoices)[number]

/**
 * Part of a cost that one package pays (`unitPriceHao` 0), or bonus credit or the balance. `remaining`: what it has
 * left then, in segments or hao.
 */
const chargeLine = z.object({
  name: z.string(),
  isMoney: z.boolean(),
  segmentCount: count,
  unitPriceHao: count,
  amountHao: count,
  remaining: count,
})
/** Timing of a broadcast. */
const broadcastTimings = ['now', 'scheduled', 'spread'] as const
export type BroadcastTiming = (typeof broadcastTimings)[number]

const listFilter = z.object({
  part: z.enum(['open', 'finished']),
  state: z.enum(states).optional(),
  kind: kind.optional(),
  timing: z.enum(['now', 'scheduled', 'spread']).optional(),
  signatureId: idOf('signature').optional(),
  memberId: idOf('member').optional(),
  /** Part of the name or of the text. */
  search: z.string().trim().max(50).optional(),
  /** Time of submission, `until` exclusive. */
  from: moment.optional(),
  until: moment.optional(),
  /** The most first; unset: the newest. */
  order: z.enum(['recipients']).optional(),
  cursor: z.uuid().optional(),
  pageSize,
})
const timing = {
  /** Null: at once. */
  scheduledAt: moment.nullable().default(null),
  /** Null: as fast as the carriers accept it. */
  spread: spreadInput.nullable().default(null),
  atNight: z.enum(['postpone', 'cancel']).default('postpone'),
}
/** Numbers of a carrier where the signature isn't registered: their messages are likely to be intercepted. */
const unregistered = z.object({ carrier: z.enum(carriers), state: z.enum(['none', 'pending', 'failed']), recipientCount: count })
const one = z.object({ broadcastId: idOf('broadcast') })
const upload = z.object({ uploadId: idOf('upload') })
const changed = z.object({ state: z.enum(states) })

export const broadcastCalls = {
  preview: post('/api/broadcasts/preview', '群发费用预览', member('broadcast.write'), {
    input: upload.extend(timing),
    answer: z.object({
      recipientCount: count,
      segmentCount: count,
      lines: z.array(chargeLine),
      /** Sum of all lines, in hao. */
      amountHao: count,
      missingSegments: count,
      missingHao: count,
      /** Available money, negative with a debt; and how much more would pay the rest. */
      usableHao: count,
      shortHao: count,
      unitPriceHao: count,
      /** Why the rest can't be paid (`stop`: only packages may pay); null: all is paid. */
      barrier: z.enum(['balance', 'stop', 'cap', 'arrears']).nullable(),
      /** The account's daily quota of segments and what is left of it today; null: it has none. */
      dailyRoom: z.object({ limit: count, left: count }).nullable(),
      /** When a broadcast outside of its hours really starts. */
      heldUntil: moment.nullable(),
      /**
       * When a spread broadcast sends its last message, and how many numbers are left when the first day's hours end.
       */
      endsAt: moment.nullable(),
      restCount: count,
      /** Marketing hours of this account. */
      marketingHours: z.object({ fromMinute: count, untilMinute: count }),
      needsCode: z.boolean(),
      /** Above so many numbers a one-time code is required. */
      codeAbove: count,
      /** Its text needs review by staff first. */
      needsReview: z.boolean(),
      /** Numbers that had the same template within a day, among the first ones; null: none had. */
      sentBefore: z.object({ checkedCount: count, seenCount: count, lastAt: moment }).nullable(),
      unregistered: z.array(unregistered),
      /**
       * Its short link: why it can't be sent now, and the units that the recipients' codes need and that are available.
       */
      link: z
        .object({
          linkId: idOf('link'),
          shortUrl: z.string(),
          target: z.string(),
          problem: linkProblem.nullable(),
          unitCount: count,
          freeUnits: count,
        })
        .nullable(),
    }),
    refusals: [
      'upload_not_ready',
      'upload_already_sent',
      'not_found',
      'schedule_out_of_range',
      'spread_no_hours',
      'spread_too_slow',
      'hours_closed',
    ],
  }),
  test: post('/api/broadcasts/test', '发送测试短信', member('broadcast.write'), {
    input: upload.extend({
      phones: z.array(phoneNumber).min(1, '请填写测试号码').max(limits.testSendPhones, `最多${limits.testSendPhones}个测试号码`),
    }) /**
     * The message of the upload's first number, sent to these and charged like any other. `segmentCount`: of all of
     * them.
     */,
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
      'account_in_arrears',
      'spend_cap_reached',
      'link_not_active',
      'link_units_insufficient',
      'phone_invalid',
      'phone_blacklisted',
      'frequency_exceeded',
      'too_many_requests',
    ],
    once: true,
  }),
  askCode: post('/api/broadcasts/code', '获取群发确认码', member('broadcast.write'), {
    input: upload,
    refusals: ['upload_not_ready', 'not_found', 'code_limited'],
  }),
  confirm: post('/api/broadcasts/confirm', '核对群发确认码', member('broadcast.write'), {
    input: upload.extend({ code: oneTimeCodeRule }),
    /** A wrong code isn't a refusal, so that the try stays counted. */
    answer: z.object({ isConfirmed: z.boolean() }),
  }),
  send: post('/api/broadcasts/send', '群发短信', member('broadcast.write'), {
    input: upload.extend({
      name: z.string().trim().max(limits.broadcastNameCharacters, `任务名称最多${limits.broadcastNameCharacters}个字`).default(''),
      ...timing,
      /** The draft that it came from, which then shows as sent. */
      draftId: idOf('draft').nullable().default(null),
      /**
       * The cost that the person saw, and the numbers that are included although their carrier has no registration of
       * the signature.
       */
      expected: z.object({ segmentCount: count, amountHao: count, unregisteredCount: count.default(0) }),
    }),
    answer: z.object({ broadcastId: idOf('broadcast'), state: z.enum(states) }),
    refusals: [
      'storage_full',
      'account_not_attested',
      'account_frozen',
      'signature_not_approved',
      'template_not_approved',
      'upload_not_ready',
      'upload_already_sent',
      'draft_sent',
      'no_recipient',
      'consent_not_chosen',
      'schedule_out_of_range',
      'spread_no_hours',
      'spread_too_slow',
      'hours_closed',
      'sender_registration_unconfirmed',
      'link_not_active',
      'link_units_insufficient',
      'template_text_invalid',
      'too_many',
      'cost_changed',
      'balance_insufficient',
      'account_in_arrears',
      'spend_cap_reached',
      'broadcast_code_required',
      'not_found',
    ],
    once: true,
  }),
  list: get('/api/broadcasts', '群发列表', member('broadcast.read'), {
    input: listFilter,
    /** `open` includes those that ended within a day. Sums and opt-outs are of finished ones only. */
    answer: pageOf(row.extend({ postedHao: count, postedSegments: count, optOutCount: count })).extend({
      /** Counts of the filter by state, whichever state is selected. */
      stateCounts: z.partialRecord(z.enum(states), count),
      /** Of all broadcasts that match the filter. */
      sums: listSums,
      /** Unsent drafts, besides the open ones. */
      draftCount: count,
    }),
  }),
  one: get('/api/broadcasts/one', '群发详情', member('broadcast.read'), {
    input: one,
    answer: detail,
    refusals: ['not_found'],
  }),
  breakdown: get('/api/broadcasts/breakdown', '群发分析', member('broadcast.read'), {
    input: one,
    answer: breakdown,
    refusals: ['not_found'],
  }),
  replies: get('/api/broadcasts/replies', '群发收到的回复', member('message.read'), {
    input: one.extend({ cursor: z.uuid().optional(), pageSize }),
    /** Latest first; numbers are masked. */
    answer: pageOf(
      z.object({
        inboundId: idOf('inbound'),
        messageId: idOf('message'),
        phone: z.string(),
        text: z.string(),
        receivedAt: moment,
        isOptOut: z.boolean(),
      }),
    ),
  }),
  funnel: get('/api/broadcasts/funnel', '群发漏斗', member('broadcast.read'), {
    input: one,
    answer: z.object({
      name: z.string(),
      recipientCount: count,
      submittedCount: count,
      deliveredCount: count,
      /** Recipients who opened the link; `reachedCount` of them have a delivery report. */
      clickedCount: count,
      reachedCount: count,
      clickCount: count,
      firstAt: moment.nullable(),
      lastAt: moment.nullable(),
      /** Null: it has none. */
      link: z.object({ linkId: idOf('link'), shortUrl: z.string(), target: z.string(), problem: linkProblem.nullable() }).nullable(),
    }),
    refusals: ['not_found'],
  }),
  clicks: get('/api/broadcasts/clicks', '点击了群发短链的人', member('message.read'), {
    input: one.extend({ phone: phoneOrEnding.optional(), cursor: z.uuid().optional(), pageSize }),
    answer: pageOf(
      z.object({
        messageId: idOf('message'),
        /** Masked. */
        phone: z.string(),
        state: z.enum(keysOf(messageStates)),
        firstAt: moment,
        lastAt: moment,
        clickCount: count,
      }),
    ),
  }),
  choices: get('/api/broadcasts/choices', '群发筛选项', member('broadcast.read'), {
    /** Members who submitted broadcasts, and the signatures used. */
    answer: z.object({
      members: z.array(z.object({ memberId: idOf('member'), name: z.string() })),
      signatures: z.array(z.object({ signatureId: idOf('signature'), text: z.string() })),
    }),
  }),
  runBulkAction: post('/api/broadcasts/many', '批量操作群发', member('broadcast.write'), {
    input: z.object({
      act: z.enum(['pause', 'resume', 'cancel']),
      broadcastIds: z.array(idOf('broadcast')).min(1).max(limits.pageRows),
    }),
    /** One result each: the refusal, or null when it was done. */
    answer: z.object({ results: z.array(z.object({ broadcastId: idOf('broadcast'), refusal: z.string().nullable() })) }),
  }),
  /** Recalls a broadcast before it starts: everything is released, and its form is a draft again. */
  recall: post('/api/broadcasts/recall', '撤回群发', member('broadcast.write'), {
    input: one,
    answer: z.object({ draftId: idOf('draft') }),
    refusals: ['not_found', 'recall_over'],
  }),
  again: post('/api/broadcasts/again', '再次群发', member('broadcast.write'), {
    /**
     * `numbers`: of all recipients, of failed messages with one of `codes` (none: any reason), of recipients who opened
     * the link, of those reached who didn't, or none.
     */
    input: one.extend({
      numbers: z.enum(['all', 'failed', 'clicked', 'unclicked', 'none']),
      codes: z.array(z.string().max(100)).max(100).default([]),
    }),
    /** The draft of a new broadcast, with its numbers being checked again. */
    answer: z.object({ draftId: idOf('draft'), recipientCount: count }),
    refusals: ['not_found', 'no_recipient', 'too_many', 'too_many_requests'],
    once: true,
  }),
  ofMessages: post('/api/broadcasts/of-messages', '向短信的收件人群发', member('broadcast.write'), {
    input: deliveryFilter,
    /** The draft of a new broadcast, with the recipients of all messages that match being checked again. */
    answer: z.object({ draftId: idOf('draft'), recipientCount: count }),
    refusals: ['not_found', 'no_recipient', 'too_many', 'too_many_requests', 'file_too_many_rows'],
    once: true,
  }),
  pause: post('/api/broadcasts/pause', '暂停群发', member('broadcast.write'), {
    input: one,
    answer: changed,
    refusals: ['not_found', 'state_forbids'],
  }),
  resume: post('/api/broadcasts/resume', '继续群发', member('broadcast.write'), {
    input: one,
    answer: changed,
    refusals: [
      'not_found',
      'state_forbids',
      'account_frozen',
      'account_not_attested',
      'signature_not_approved',
      'template_not_approved',
      'link_not_active',
    ],
  }),
  cancel: post('/api/broadcasts/cancel', '取消群发', member('broadcast.write'), {
    input: one,
    answer: changed.extend({ canceledCount: count, voidedSegments: count }),
    refusals: ['not_found', 'state_forbids'],
  }),
  reschedule: post('/api/broadcasts/reschedule', '修改群发时间', member('broadcast.write'), {
    input: one.extend({ scheduledAt: moment }),
    answer: changed,
    refusals: ['not_found', 'state_forbids', 'schedule_out_of_range'],
  }),
}

/**
 * Progress stream of server-sent events for up to `limits.pageRows` broadcasts, `?ids=brd_…&ids=brd_…`. The first event
 * has all of them, later ones those that changed, about every second; comments keep the connection alive.
 */
export const progressRoute = {
  method: 'GET',
  path: '/api/broadcasts/progress',
  summary: '群发进度',
  audience: member('broadcast.read'),
  input: z.object({
    ids: z.preprocess(value => (Array.isArray(value) ? value : [value]), z.array(idOf('broadcast')).min(1).max(limits.pageRows)),
  }),
  event: z.object({
    rows: z.array(
      row.pick({
        broadcastId: true,
        state: true,
        stateReason: true,
        startedAt: true,
        finishedAt: true,
        recallUntil: true,
        noChannelSince: true,
        counts: true,
      }),
    ),
  }),
} as const
export type ProgressEvent = z.input<typeof progressRoute.event>

/** A broadcast's report as a PDF file: `?broadcastId=`. */
export const reportDocumentRoute = {
  method: 'GET',
  path: '/api/broadcasts/report.pdf',
  summary: '群发报告下载',
  audience: member('broadcast.read'),
  input: one,
} as const
