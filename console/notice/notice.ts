import { noticeCalls, notificationCalls } from '#contract/notification/notice.ts'

/** The calls behind announcements and messages in the frame, on the home page and in the lists. */
export const newsCalls = [noticeCalls.list, notificationCalls.list, notificationCalls.news]

/** The tabs of the page, with their unread counts. */
export const noticeTabs = (noticeCount: number | undefined, messageCount: number | undefined) => ({
  name: 'tab',
  items: [
    { key: '', label: '公告', count: noticeCount },
    { key: 'messages', label: '消息', count: messageCount },
  ],
})
