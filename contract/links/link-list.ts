import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { textOf } from '#contract/rules.ts'
import { idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { taskProgress } from '#contract/tasks/task.ts'
import { reversible } from '#contract/undo/undo.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { linkStates } from './link-state.ts'
import { linkTagsRule } from './link-tag.ts'

const count = z.number().int()
const linkId = idOf('link')
const linkGroupId = idOf('linkGroup')

export const shownState = z.enum(keysOf(linkStates))

/** Sources of a link, with the texts of the screens. */
export const linkSources = { console: '手动创建', batch: '批量创建', broadcast: '群发', api: '接口创建' } as const
const source = z.enum(keysOf(linkSources))

/** Stands for “no group” and for the platform's own domain where a filter can't be empty. */
export const noGroup = 'none'
export const platformDomain = 'platform'

/** Filters of links, for every list, count, act and export (domain/links/list-where.ts). */
export const linkFilter = z.object({
  /** A short address, code or link id, or part of target, title or tag. */
  search: z.string().trim().max(limits.linkSearchCharacters).optional(),
  state: shownState.optional(),
  linkGroupId: z.union([z.literal(noGroup), linkGroupId]).optional(),
  tag: z.string().trim().max(limits.linkTagCharacters).optional(),
  domain: z.string().max(253).optional(),
  memberId: idOf('member').optional(),
  source: source.optional(),
  broadcastId: idOf('broadcast').optional(),
  linkBatchId: idOf('linkBatch').optional(),
  /** When they were created. */
  from: moment.optional(),
  until: moment.optional(),
})
export type LinkFilter = z.output<typeof linkFilter>

/** Acts on many links at once. */
export const linkAct = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('disable') }),
  z.object({ kind: z.literal('enable') }),
  /** Null: no end. */
  z.object({ kind: z.literal('extend'), endsAt: moment.nullable() }),
  z.object({ kind: z.literal('tag'), tags: linkTagsRule.min(1, '请填写标签') }),
  z.object({ kind: z.literal('untag'), tags: linkTagsRule.min(1, '请填写标签') }),
  /** Null: removed from its group. */
  z.object({ kind: z.literal('move'), linkGroupId: linkGroupId.nullable() }),
  z.object({ kind: z.literal('delete') }),
])
export type LinkBulkAction = z.output<typeof linkAct>
export type LinkActKind = LinkBulkAction['kind']

/** Tasks with the texts of the screens; `dissolve`: a group is deleted after its links were removed from it. */
export const linkTaskKinds = {
  disable: '停用',
  enable: '启用',
  extend: '修改有效期',
  tag: '加标签',
  untag: '去标签',
  move: '移动分组',
  delete: '删除',
  dissolve: '删除分组',
} as const satisfies Record<LinkActKind | 'dissolve', string>

/** Orders of the list besides the newest first: the most visits by persons first. */
export const linkOrder = z.enum(['pvToday', 'pvTotal'])
export type LinkOrder = z.output<typeof linkOrder>

const row = z.object({
  linkId,
  shortUrl: z.string(),
  domain: z.string(),
  code: z.string(),
  target: z.string(),
  title: z.string(),
  tags: z.array(z.string()),
  group: z.object({ linkGroupId, name: z.string() }).nullable(),
  state: shownState,
  /** The reason why it was rejected or blocked. */
  reason: z.string().nullable(),
  source,
  broadcastId: idOf('broadcast').nullable(),
  /** Null: created by a program, or the member is gone. */
  memberName: z.string().nullable(),
  /** Visits today (in China) and in total. */
  pvToday: count,
  uvToday: count,
  pvTotal: count,
  uvTotal: count,
  createdAt: moment,
  startsAt: moment.nullable(),
  endsAt: moment.nullable(),
})

const task = taskProgress.extend({
  taskId: idOf('task'),
  kind: z.enum(keysOf(linkTaskKinds)),
  /** The others needed no change, or their state forbids it. */
  changedCount: count,
})

/** Fields before and after; null: not set. Times are ISO texts, a group is its id on the wire. */
const edit = z.object({
  editId: z.uuid(),
  at: moment,
  memberName: z.string().nullable(),
  changes: z.array(z.object({ field: z.string(), before: z.json(), after: z.json() })),
})

export const groupNameRule = textOf('分组名称', limits.linkGroupNameCharacters)

export const linkListCalls = {
  list: get('/api/links', '短链接列表', member('link.read'), {
    input: linkFilter.extend({ order: linkOrder.optional(), cursor: z.uuid().optional(), pageSize }),
    // A search examines a bounded number of links: a page may be short, even empty, and still have a next one.
    answer: pageOf(row).extend({ searchedUntil: moment.nullable() }),
  }),
  count: get('/api/links/count', '符合条件的短链接数', member('link.read'), { input: linkFilter, answer: z.object({ count }) }),
  figures: get('/api/links/figures', '短链接概况', member('link.read'), {
    answer: z.object({ linkCount: count, activeCount: count, reviewingCount: count, pvToday: count, uvToday: count }),
  }),
  /**
   * Choices of the list's filters: all groups, tags of the newest tagged links, domains with links or ready for them,
   * creators of links, and batches, the newest first.
   */
  filters: get('/api/links/filters', '短链接可选条件', member('link.read'), {
    answer: z.object({
      groups: z.array(z.object({ linkGroupId, name: z.string(), linkCount: count })),
      batches: z.array(z.object({ linkBatchId: idOf('linkBatch'), fileName: z.string(), createdAt: moment })),
      tags: z.array(z.string()),
      domains: z.array(z.string()),
      members: z.array(z.object({ memberId: idOf('member'), name: z.string() })),
    }),
  }),
  /** Visits of a link in each of the last 24 hours, the current one last. */
  hours: get('/api/links/hours', '短链接近24小时访问', member('link.read'), {
    input: z.object({ linkId }),
    answer: z.object({
      rows: z.array(z.object({ at: moment, pv: count, uv: count })),
      totals: z.object({ pvToday: count, uvToday: count, pvTotal: count, uvTotal: count }),
    }),
    refusals: ['not_found'],
  }),
  history: get('/api/links/history', '短链接修改记录', member('link.read'), {
    input: z.object({ linkId, cursor: z.uuid().optional(), pageSize }),
    answer: pageOf(edit),
    refusals: ['not_found'],
  }),
  act: post('/api/links/act', '批量处理短链接', member('link.write'), {
    input: z.object({
      linkIds: z.array(linkId).min(1).max(limits.linkActRows, `一次最多${limits.linkActRows}个短链`),
      act: linkAct,
    }),
    answer: z.object({ changedCount: count, unchangedCount: count, ...reversible }),
    refusals: ['not_found', 'link_end_past'],
  }),
  /** Acts on all links of a filter, in the background. */
  actOnAll: post('/api/link-tasks/start', '处理符合条件的全部短链接', member('link.write'), {
    once: true,
    input: z.object({ filter: linkFilter, act: linkAct }),
    answer: z.object({ taskId: idOf('task') }),
    refusals: ['not_found', 'link_end_past', 'links_none', 'link_tasks_busy'],
  }),
  tasks: get('/api/link-tasks', '短链接批量任务', member('link.read'), {
    /** Newest first. */
    answer: z.object({ rows: z.array(task) }),
  }),
  cancelTask: post('/api/link-tasks/cancel', '停止短链接批量任务', member('link.write'), {
    input: z.object({ taskId: idOf('task') }),
    refusals: ['not_found', 'state_forbids'],
  }),
  createGroup: post('/api/link-groups/create', '新建短链接分组', member('link.write'), {
    input: z.object({ name: groupNameRule }),
    answer: z.object({ linkGroupId }),
    refusals: ['group_taken', 'too_many'],
  }),
  renameGroup: post('/api/link-groups/rename', '修改短链接分组名称', member('link.write'), {
    input: z.object({ linkGroupId, name: groupNameRule }),
    refusals: ['not_found', 'group_taken'],
  }),
  /** Its links stay, without a group. Runs as a task when there are many. */
  deleteGroup: post('/api/link-groups/delete', '删除短链接分组', member('link.write'), {
    input: z.object({ linkGroupId }),
    answer: z.object({ taskId: idOf('task').nullable(), ...reversible }),
    refusals: ['not_found', 'link_tasks_busy'],
  }),
}
