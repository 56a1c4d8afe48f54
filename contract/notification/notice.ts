import { z } from 'zod'
import { call, member } from '#contract/call.ts'
import { flag, idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { notificationKindNames } from './notice-preference.ts'

/** Kinds of announcements, with the texts of the screens. */
export const noticeKinds = { system: '系统', product: '产品', security: '安全', activity: '活动' } as const
export type NoticeKind = keyof typeof noticeKinds
export const noticeKindNames = keysOf(noticeKinds)

const notice = z.object({
  noticeId: idOf('notice'),
  kind: z.enum(noticeKindNames),
  title: z.string(),
  at: moment,
  isMustRead: z.boolean(),
  isRead: z.boolean(),
})
/** In the markup of contract/notification/notice-text.ts. */
const wholeNotice = notice.extend({ body: z.string() })

const message = z.object({
  notificationId: idOf('notification'),
  kind: z.enum(notificationKindNames),
  title: z.string(),
  body: z.string(),
  /** A page of the console. */
  link: z.string().nullable(),
  at: moment,
  isRead: z.boolean(),
})

const page = { cursor: z.uuid().optional(), pageSize }

export const noticeCalls = {
  list: call({
    method: 'GET',
    path: '/api/notices',
    summary: '公告列表',
    audience: member(null),
    input: z.object({ kind: z.enum(noticeKindNames).optional(), isUnread: flag.optional(), ...page }),
    answer: pageOf(notice).extend({ unreadCount: z.number().int() }),
    refusals: [],
  }),
  one: call({
    method: 'GET',
    path: '/api/notices/one',
    summary: '公告内容',
    audience: member(null),
    input: z.object({ noticeId: idOf('notice') }),
    answer: wholeNotice,
    refusals: ['not_found'],
  }),
  read: call({
    method: 'POST',
    path: '/api/notices/read',
    summary: '标记公告已读',
    audience: member(null),
    input: z.object({ noticeId: idOf('notice') }),
    answer: z.object({}),
    refusals: ['not_found'],
  }),
  readAll: call({
    method: 'POST',
    path: '/api/notices/read-all',
    summary: '全部公告标记已读',
    audience: member(null),
    input: z.object({}),
    answer: z.object({ readCount: z.number().int() }),
    refusals: [],
  }),
}

/** Notifications to the account itself. */
export const notificationCalls = {
  list: call({
    method: 'GET',
    path: '/api/notifications',
    summary: '消息列表',
    audience: member(null),
    input: z.object({ kind: z.enum(notificationKindNames).optional(), isUnread: flag.optional(), ...page }),
    answer: pageOf(message).extend({ unreadCount: z.number().int() }),
    refusals: [],
  }),
  one: call({
    method: 'GET',
    path: '/api/notifications/one',
    summary: '消息内容',
    audience: member(null),
    input: z.object({ notificationId: idOf('notification') }),
    answer: message,
    refusals: ['not_found'],
  }),
  read: call({
    method: 'POST',
    path: '/api/notifications/read',
    summary: '标记消息已读',
    audience: member(null),
    input: z.object({ notificationId: idOf('notification') }),
    answer: z.object({}),
    refusals: ['not_found'],
  }),
  readAll: call({
    method: 'POST',
    path: '/api/notifications/read-all',
    summary: '全部消息标记已读',
    audience: member(null),
    input: z.object({}),
    answer: z.object({}),
    refusals: [],
  }),
  /** For the layout: what is new, and the mandatory announcement to read before going on. */
  news: call({
    method: 'GET',
    path: '/api/notifications/news',
    summary: '未读的公告和消息',
    audience: member(null),
    input: z.object({}),
    answer: z.object({
      noticeCount: z.number().int(),
      messageCount: z.number().int(),
      messages: z.array(message),
      notices: z.array(notice),
      mustRead: wholeNotice.nullable(),
    }),
    refusals: [],
  }),
}
