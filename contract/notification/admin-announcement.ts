import { z } from 'zod'
import { get, post, staff } from '#contract/call.ts'
import { textOf } from '#contract/rules.ts'
import { idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { announcementKindNames } from './announcement.ts'

/** Audiences of an announcement, with the texts of the screens. */
export const announcementAudiences = { all: '全部客户', attested: '已认证客户', unattested: '未认证客户', chosen: '指定客户' } as const
export type AnnouncementAudience = keyof typeof announcementAudiences
const audience = z.enum(keysOf(announcementAudiences))

export const announcementStates = { draft: '草稿', scheduled: '待发布', published: '已发布', withdrawn: '已撤回' } as const
export type AnnouncementState = keyof typeof announcementStates
const state = z.enum(keysOf(announcementStates))

/** States in which each act is possible: buttons and rules use this table. */
const notificationCan = {
  edit: ['draft', 'scheduled', 'withdrawn'],
  publish: ['draft', 'scheduled', 'withdrawn'],
  withdraw: ['scheduled', 'published'],
  remove: ['draft'],
} as const satisfies Record<string, readonly AnnouncementState[]>
export const notificationMay = (act: keyof typeof notificationCan, at: AnnouncementState) => notificationCan[act].some(one => one === at)

const facts = {
  kind: z.enum(announcementKindNames),
  title: textOf('标题', 60, 2),
  body: textOf('正文', limits.announcementCharacters, 2),
  audience,
  accountIds: z.array(idOf('account')).max(limits.announcementAccounts),
  isMustRead: z.boolean(),
}

const row = z.object({
  announcementId: idOf('announcement'),
  kind: z.enum(announcementKindNames),
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

const one = z.object({ announcementId: idOf('announcement') })
const chosenAccounts = z.array(z.object({ accountId: idOf('account'), name: z.string() }))

export const adminAnnouncementCalls = {
  list: get('/api/admin/announcements', '公告列表', staff('announcement.write'), {
    input: z.object({ state: state.optional(), kind: z.enum(announcementKindNames).optional(), cursor: z.uuid().optional(), pageSize }),
    answer: pageOf(row),
  }),
  one: get('/api/admin/announcements/one', '公告', staff('announcement.write'), {
    input: one,
    answer: row.extend({ body: z.string(), accounts: chosenAccounts }),
    refusals: ['not_found'],
  }),
  create: post('/api/admin/announcements/create', '新建公告', staff('announcement.write'), {
    input: z.object(facts),
    answer: one,
    refusals: ['not_found', 'announcement_accounts'],
    once: true,
  }),
  edit: post('/api/admin/announcements/edit', '修改公告', staff('announcement.write'), {
    input: z.object({ ...facts, announcementId: idOf('announcement') }),
    refusals: ['not_found', 'announcement_state', 'announcement_accounts'],
  }),
  publish: post('/api/admin/announcements/publish', '发布公告', staff('announcement.write'), {
    /** Null: now. */
    input: one.extend({ publishAt: moment.nullable() }),
    refusals: ['not_found', 'announcement_state', 'announcement_past'],
  }),
  withdraw: post('/api/admin/announcements/withdraw', '撤回公告', staff('announcement.write'), {
    input: one,
    refusals: ['not_found', 'announcement_state'],
  }),
  remove: post('/api/admin/announcements/remove', '删除公告草稿', staff('announcement.write'), {
    input: one,
    refusals: ['not_found', 'announcement_state'],
  }),
}
