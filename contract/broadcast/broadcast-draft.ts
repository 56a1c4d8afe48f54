import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { limits } from '#values/limits.ts'

const count = z.number().int()
const minuteOfDay = z.number().int().min(0).max(1440)

/**
 * Fields of a broadcast draft, valid or not: they are validated when it is sent. Ids are empty until something is
 * chosen.
 */
const content = z.object({
  name: z.string().max(limits.broadcastNameCharacters),
  signatureId: idOf('signature').nullable(),
  /** The chosen template; with an own text, the template that stores it. */
  templateId: idOf('template').nullable(),
  /** 推广 written for this broadcast; null: a template is used. */
  ownText: z.string().max(limits.templateTextCharacters).nullable(),
  uploadId: idOf('upload').nullable(),
  /** The chosen short link, and the variable that it fills. */
  link: z.object({ name: z.string().max(20), linkId: idOf('link') }).nullish(),
  /** Of these numbers, how many are sent to though their carrier hasn't registered the signature. */
  agreed: z.object({ uploadId: idOf('upload'), count: count.min(0) }).nullish(),
  isScheduled: z.boolean(),
  /** The value of the time field, in China; empty until it is filled in. */
  scheduledAt: z.string().max(16),
  isSpread: z.boolean(),
  perMinute: count.min(0).max(limits.spreadPerMinute),
  fromMinute: minuteOfDay,
  untilMinute: minuteOfDay,
  atNight: z.enum(['postpone', 'cancel']),
})
export type DraftContent = z.output<typeof content>
/** The same with wire ids: the state of the form. */
export type DraftFields = z.input<typeof content>

const one = z.object({ draftId: idOf('draft') })
const version = count.min(0)

const row = one.extend({
  name: z.string(),
  /** Empty until one is chosen. */
  signatureText: z.string(),
  text: z.string(),
  /** State of the numbers; null when there are none (any more). */
  upload: z.object({ state: z.enum(['received', 'reading', 'ready', 'failed', 'canceled']), validCount: count.nullable() }).nullable(),
  memberName: z.string(),
  changedAt: moment,
})

export const broadcastDraftCalls = {
  save: post('/api/broadcast-drafts/save', '保存群发草稿', member('broadcast.write'), {
    /**
     * The form chooses the id, so that a repeated save creates no second draft. `version`: of the draft that the form
     * has, 0 for a new one (optimistic lock).
     */
    input: one.extend({ version, content }),
    answer: z.object({ version, changedAt: moment }),
    refusals: ['not_found', 'draft_changed', 'draft_sent', 'too_many'],
  }),
  one: get('/api/broadcast-drafts/one', '群发草稿详情', member('broadcast.write'), {
    input: one,
    answer: one.extend({ version, content, changedAt: moment, /** Null until it is sent. */ broadcastId: idOf('broadcast').nullable() }),
    refusals: ['not_found'],
  }),
  list: get('/api/broadcast-drafts', '群发草稿列表', member('broadcast.read'), {
    input: z.object({ search: z.string().trim().max(50).optional(), cursor: z.uuid().optional(), pageSize }),
    answer: pageOf(row).extend({ count }),
  }),
  remove: post('/api/broadcast-drafts/remove', '删除群发草稿', member('broadcast.write'), {
    input: z.object({ draftIds: z.array(idOf('draft')).min(1).max(limits.pageRows) }),
    answer: z.object({ removedCount: count }),
  }),
  keepText: post('/api/broadcast-drafts/text', '保存自写的群发内容', member('broadcast.write'), {
    input: z.object({ text: z.string().min(1, '请填写内容').max(limits.templateTextCharacters) }),
    answer: z.object({ templateId: idOf('template') }),
    refusals: ['template_text_invalid', 'too_many'],
    once: true,
  }),
}
