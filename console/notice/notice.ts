import { noticeCalls, notificationCalls } from '#contract/notification/notice.ts'

/** What the frame, the home page and the lists show of notices and messages. */
export const newsCalls = [noticeCalls.list, notificationCalls.list, notificationCalls.news]

/** The tabs of the page, with how many are unread. */
export const noticeTabs = (noticeCount: number | undefined, messageCount: number | undefined) => ({
  name: 'tab',
  items: [
    { key: '', label: '公告', count: noticeCount },
    { key: 'messages', label: '消息', count: messageCount },
  ],
})
