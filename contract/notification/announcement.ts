import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
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
  list: get('/api/announcements', '公告列表', member(null), {
    input: z.object({ kind: z.enum(announcementKindNames).optional(), isUnread: flag.optional(), ...page }),
    answer: pageOf(announcement).extend({ unreadCount: z.number().int() }),
  }),
  one: get('/api/announcements/one', '公告内容', member(null), {
    input: z.object({ announcementId: idOf('announcement') }),
    answer: fullAnnouncement,
    refusals: ['not_found'],
  }),
  read: post('/api/announcements/read', '标记公告已读', member(null), {
    input: z.object({ announcementId: idOf('announcement') }),
    refusals: ['not_found'],
  }),
  readAll: post('/api/announcements/read-all', '全部公告标记已读', member(null)),
}

/** Notifications to the account itself. */
export const notificationCalls = {
  list: get('/api/notifications', '消息列表', member(null), {
    input: z.object({ kind: z.enum(notificationKindNames).optional(), isUnread: flag.optional(), ...page }),
    answer: pageOf(message).extend({ unreadCount: z.number().int() }),
  }),
  one: get('/api/notifications/one', '消息内容', member(null), {
    input: z.object({ notificationId: idOf('notification') }),
    answer: message,
    refusals: ['not_found'],
  }),
  read: post('/api/notifications/read', '标记消息已读', member(null), {
    input: z.object({ notificationId: idOf('notification') }),
    refusals: ['not_found'],
  }),
  readAll: post('/api/notifications/read-all', '全部消息标记已读', member(null)),
}

/** For the frame: what is new, and the mandatory announcement to read before going on. */
export const news = z.object({
  announcementCount: z.number().int(),
  messageCount: z.number().int(),
  messages: z.array(message),
  announcements: z.array(announcement),
  mustRead: fullAnnouncement.nullable(),
})
