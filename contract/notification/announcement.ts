import { z } from 'zod'
import { call, member } from '#contract/call.ts'
import { flag, idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { notificationKindNames } from './notification-preference.ts'

/** Kinds of announcements, with the texts of the screens. */
export const announcementKinds = { system: '系统', product: '产品', security: '安全', activity: '活动' } as const
export type AnnouncementKind = keyof typeof announcementKinds
export const announcementKindNames = keysOf(announcementKinds)

const announcement = z.object({
  announcementId: idOf('announcement'),
  kind: z.enum(announcementKindNames),
  title: z.string(),
  at: moment,
  isMustRead: z.boolean(),
  isRead: z.boolean(),
})
/** In the markup of contract/notification/announcement-text.ts. */
const fullAnnouncement = announcement.extend({ body: z.string() })

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

export const announcementCalls = {
  list: call({
    method: 'GET',
    path: '/api/announcements',
    summary: '公告列表',
    audience: member(null),
    input: z.object({ kind: z.enum(announcementKindNames).optional(), isUnread: flag.optional(), ...page }),
    answer: pageOf(announcement).extend({ unreadCount: z.number().int() }),
    refusals: [],
  }),
  one: call({
    method: 'GET',
    path: '/api/announcements/one',
    summary: '公告内容',
    audience: member(null),
    input: z.object({ announcementId: idOf('announcement') }),
    answer: fullAnnouncement,
    refusals: ['not_found'],
  }),
  read: call({
    method: 'POST',
    path: '/api/announcements/read',
    summary: '标记公告已读',
    audience: member(null),
    input: z.object({ announcementId: idOf('announcement') }),
    answer: z.object({}),
    refusals: ['not_found'],
  }),
  readAll: call({
    method: 'POST',
    path: '/api/announcements/read-all',
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
      announcementCount: z.number().int(),
      messageCount: z.number().int(),
      messages: z.array(message),
      announcements: z.array(announcement),
      mustRead: fullAnnouncement.nullable(),
    }),
    refusals: [],
  }),
}
