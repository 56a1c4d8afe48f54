import { adminAnnouncementCalls, announcementAudiences } from '#contract/notification/admin-announcement.ts'
import { announcementKinds } from '#contract/notification/announcement.ts'
import {
  type AnnouncementFacts,
  createAnnouncement,
  editAnnouncement,
  listAllAnnouncements,
  publishAnnouncement,
  readWrittenAnnouncement,
  removeAnnouncement,
  withdrawAnnouncement,
} from '#domain/notification/index.ts'
import { handle } from '#http/server/serve.ts'
import { formatChinaTime } from '#values/china-time.ts'

const toAuditFields = ({ kind, title, body, audience, isMustRead }: Omit<AnnouncementFacts, 'accountIds'>) => ({
  kind: announcementKinds[kind],
  title,
  body,
  audience: announcementAudiences[audience],
  isMustRead,
})

export const adminAnnouncementHandlers = [
  handle(adminAnnouncementCalls.list, ({ tx, now }, filter) => listAllAnnouncements(tx, filter, now())),
  handle(adminAnnouncementCalls.one, ({ tx, now }, { announcementId }) => readWrittenAnnouncement(tx, announcementId, now())),
  handle(adminAnnouncementCalls.create, async ({ tx, staff, note, now }, facts) => {
    note({ object: facts.title })
    return { announcementId: await createAnnouncement(tx, facts, { staffId: staff.staffId, now: now() }) }
  }),
  handle(adminAnnouncementCalls.edit, async ({ tx, note, now }, { announcementId, ...facts }) => {
    note({ object: facts.title })
    note({ change: { before: toAuditFields(await editAnnouncement(tx, announcementId, facts, now())), after: toAuditFields(facts) } })
  }),
  handle(adminAnnouncementCalls.publish, async ({ tx, note, now }, { announcementId, publishAt }) => {
    const { title } = await publishAnnouncement(tx, announcementId, publishAt, now())
    note({ object: title, detail: { from: publishAt ? formatChinaTime(publishAt) : '立即' } })
  }),
  handle(adminAnnouncementCalls.withdraw, async ({ tx, note, now }, { announcementId }) => {
    note({ object: (await withdrawAnnouncement(tx, announcementId, now())).title })
  }),
  handle(adminAnnouncementCalls.remove, async ({ tx, note, now }, { announcementId }) => {
    note({ object: (await removeAnnouncement(tx, announcementId, now())).title })
  }),
]
