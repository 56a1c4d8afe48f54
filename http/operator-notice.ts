import { noticeKinds } from '#contract/notice.ts'
import { noticeAudiences, operatorNoticeCalls } from '#contract/operator-notice.ts'
import {
  createNotice,
  editNotice,
  listAllNotices,
  type NoticeFacts,
  publishNotice,
  readWrittenNotice,
  removeNotice,
  withdrawNotice,
} from '#domain/staff/notice.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { handle } from './serve.ts'

const toldOf = ({ kind, title, body, audience, isMustRead }: Omit<NoticeFacts, 'accountIds'>) => ({
  kind: noticeKinds[kind],
  title,
  body,
  audience: noticeAudiences[audience],
  isMustRead,
})

export const operatorNoticeHandlers = [
  handle(operatorNoticeCalls.list, ({ tx, now }, filter) => listAllNotices(tx, filter, now())),
  handle(operatorNoticeCalls.one, ({ tx, now }, { noticeId }) => readWrittenNotice(tx, noticeId, now())),
  handle(operatorNoticeCalls.create, async ({ tx, staff, note, now }, facts) => {
    note({ object: facts.title })
    return { noticeId: await createNotice(tx, facts, { staffId: staff.staffId, now: now() }) }
  }),
  handle(operatorNoticeCalls.edit, async ({ tx, note, now }, { noticeId, ...facts }) => {
    note({ object: facts.title })
    note({ change: { before: toldOf(await editNotice(tx, noticeId, facts, now())), after: toldOf(facts) } })
    return {}
  }),
  handle(operatorNoticeCalls.publish, async ({ tx, note, now }, { noticeId, publishAt }) => {
    const { title } = await publishNotice(tx, noticeId, publishAt, now())
    note({ object: title, detail: { from: publishAt ? formatChinaTime(publishAt) : '立即' } })
    return {}
  }),
  handle(operatorNoticeCalls.withdraw, async ({ tx, note, now }, { noticeId }) => {
    note({ object: (await withdrawNotice(tx, noticeId, now())).title })
    return {}
  }),
  handle(operatorNoticeCalls.remove, async ({ tx, note, now }, { noticeId }) => {
    note({ object: (await removeNotice(tx, noticeId, now())).title })
    return {}
  }),
]
