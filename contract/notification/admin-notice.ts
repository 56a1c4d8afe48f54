import { z } from 'zod'
import { call, staff } from '#contract/call.ts'
import { textOf } from '#contract/rules.ts'
import { idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { noticeKindNames } from './notice.ts'

/** Audiences of an announcement, with the texts of the screens. */
export const noticeAudiences = { all: '全部客户', attested: '已认证客户', unattested: '未认证客户', chosen: '指定客户' } as const
export type NoticeAudience = keyof typeof noticeAudiences
const audience = z.enum(keysOf(noticeAudiences))

export const noticeStates = {
  draft: { name: '草稿', tone: 'waiting' },
  scheduled: { name: '待发布', tone: 'progress' },
  published: { name: '已发布', tone: 'good' },
  withdrawn: { name: '已撤回', tone: 'ended' },
} as const
export type NoticeState = keyof typeof noticeStates
const state = z.enum(keysOf(noticeStates))

/** States in which each act is possible: buttons and rules use this table. */
const noticeCan = {
  edit: ['draft', 'scheduled', 'withdrawn'],
  publish: ['draft', 'scheduled', 'withdrawn'],
  withdraw: ['scheduled', 'published'],
  remove: ['draft'],
} as const satisfies Record<string, readonly NoticeState[]>
export const noticeMay = (act: keyof typeof noticeCan, at: NoticeState) => noticeCan[act].some(one => one === at)

const facts = {
  kind: z.enum(noticeKindNames),
  title: textOf('标题', 60, 2),
  body: textOf('正文', limits.noticeCharacters, 2),
  audience,
  accountIds: z.array(idOf('account')).max(limits.noticeAccounts),
  isMustRead: z.boolean(),
}

const row = z.object({
  noticeId: idOf('notice'),
  kind: z.enum(noticeKindNames),
  title: z.string(),
  audience,
  accountCount: z.number().int(),
  isMustRead: z.boolean(),
  state,
  publishAt: moment.nullable(),
  writtenBy: z.string(),
  changedAt: moment,
  readerCount: z.number().int(),
})

const one = z.object({ noticeId: idOf('notice') })
const chosenAccounts = z.array(z.object({ accountId: idOf('account'), name: z.string() }))

export const adminNoticeCalls = {
  list: call({
    method: 'GET',
    path: '/api/admin/notices',
    summary: '公告列表',
    audience: staff('notice.write'),
    input: z.object({ state: state.optional(), kind: z.enum(noticeKindNames).optional(), cursor: z.uuid().optional(), pageSize }),
    answer: pageOf(row),
    refusals: [],
  }),
  one: call({
    method: 'GET',
    path: '/api/admin/notices/one',
    summary: '公告',
    audience: staff('notice.write'),
    input: one,
    answer: row.extend({ body: z.string(), accounts: chosenAccounts }),
    refusals: ['not_found'],
  }),
  create: call({
    method: 'POST',
    path: '/api/admin/notices/create',
    summary: '新建公告',
    audience: staff('notice.write'),
    input: z.object(facts),
    answer: one,
    refusals: ['not_found', 'notice_accounts'],
    once: true,
  }),
  edit: call({
    method: 'POST',
    path: '/api/admin/notices/edit',
    summary: '修改公告',
    audience: staff('notice.write'),
    input: z.object({ ...facts, noticeId: idOf('notice') }),
    answer: z.object({}),
    refusals: ['not_found', 'notice_state', 'notice_accounts'],
  }),
  publish: call({
    method: 'POST',
    path: '/api/admin/notices/publish',
    summary: '发布公告',
    audience: staff('notice.write'),
    /** Null: now. */
    input: one.extend({ publishAt: moment.nullable() }),
    answer: z.object({}),
    refusals: ['not_found', 'notice_state', 'notice_past'],
  }),
  withdraw: call({
    method: 'POST',
    path: '/api/admin/notices/withdraw',
    summary: '撤回公告',
    audience: staff('notice.write'),
    input: one,
    answer: z.object({}),
    refusals: ['not_found', 'notice_state'],
  }),
  remove: call({
    method: 'POST',
    path: '/api/admin/notices/remove',
    summary: '删除公告草稿',
    audience: staff('notice.write'),
    input: one,
    answer: z.object({}),
    refusals: ['not_found', 'notice_state'],
  }),
}
