import { adminNoticeCalls, noticeAudiences } from '#contract/notification/admin-notice.ts'
import { noticeKinds } from '#contract/notification/notice.ts'
import {
  createNotice,
  editNotice,
  listAllNotices,
  type NoticeFacts,
  publishNotice,
  readWrittenNotice,
  removeNotice,
  withdrawNotice,
} from '#domain/notification/index.ts'
import { handle } from '#http/server/serve.ts'
import { formatChinaTime } from '#values/china-time.ts'

const toldOf = ({ kind, title, body, audience, isMustRead }: Omit<NoticeFacts, 'accountIds'>) => ({
  kind: noticeKinds[kind],
  title,
  body,
  audience: noticeAudiences[audience],
  isMustRead,
})

export const adminNoticeHandlers = [
  handle(adminNoticeCalls.list, ({ tx, now }, filter) => listAllNotices(tx, filter, now())),
  handle(adminNoticeCalls.one, ({ tx, now }, { noticeId }) => readWrittenNotice(tx, noticeId, now())),
  handle(adminNoticeCalls.create, async ({ tx, staff, note, now }, facts) => {
    note({ object: facts.title })
    return { noticeId: await createNotice(tx, facts, { staffId: staff.staffId, now: now() }) }
  }),
  handle(adminNoticeCalls.edit, async ({ tx, note, now }, { noticeId, ...facts }) => {
    note({ object: facts.title })
    note({ change: { before: toldOf(await editNotice(tx, noticeId, facts, now())), after: toldOf(facts) } })
    return {}
  }),
  handle(adminNoticeCalls.publish, async ({ tx, note, now }, { noticeId, publishAt }) => {
    const { title } = await publishNotice(tx, noticeId, publishAt, now())
    note({ object: title, detail: { from: publishAt ? formatChinaTime(publishAt) : '立即' } })
    return {}
  }),
  handle(adminNoticeCalls.withdraw, async ({ tx, note, now }, { noticeId }) => {
    note({ object: (await withdrawNotice(tx, noticeId, now())).title })
    return {}
  }),
  handle(adminNoticeCalls.remove, async ({ tx, note, now }, { noticeId }) => {
    note({ object: (await removeNotice(tx, noticeId, now())).title })
    return {}
  }),
]
