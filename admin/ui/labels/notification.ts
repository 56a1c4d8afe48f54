import { announcementStates } from '#contract/notification/admin-announcement.ts'
import { tagged } from '#ui/display/StateTag.tsx'

export const announcementStateTags = tagged(announcementStates, {
  draft: 'waiting',
  scheduled: 'progress',
  published: 'good',
  withdrawn: 'ended',
})
