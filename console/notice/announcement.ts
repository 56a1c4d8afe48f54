import { homeCalls } from '#contract/home/home.ts'
import { announcementCalls, notificationCalls } from '#contract/notification/announcement.ts'

/** The calls behind announcements and messages in the frame, on the home page and in the lists. */
export const newsCalls = [announcementCalls.list, notificationCalls.list, homeCalls.frame]

/** The tabs of the page, with their unread counts. */
export const announcementTabs = (announcementCount: number | undefined, messageCount: number | undefined) => ({
  name: 'tab',
  items: [
    { key: '', label: '公告', count: announcementCount },
    { key: 'messages', label: '消息', count: messageCount },
  ],
})
