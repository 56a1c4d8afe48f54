import { z } from 'zod'
import { member, post } from '#contract/call.ts'
import { idOf } from '#contract/scalars.ts'
import { limits } from '#values/limits.ts'
import { uploadSchema } from './upload.ts'

/** Contacts as recipients: those in any of the groups (empty: in all) with any of the tags (empty: with or without). */
const reach = z.object({
  groupIds: z.array(idOf('group')).max(limits.contactGroups),
  tagIds: z.array(idOf('tag')).max(limits.contactTags),
  /** Only those with consent, for marketing. */
  needsConsent: z.boolean(),
})
export type ContactReach = z.output<typeof reach>

export const contactRecipientCalls = {
  /** A POST, since a few hundred groups don't fit into a URL. */
  count: post('/api/contact-recipients/count', '分组和标签里的联系人数', member('phonebook.read'), {
    input: reach,
    answer: z.object({ count: z.number().int() }),
  }),
  take: post('/api/contact-recipients/take', '以通讯录为号码', member('broadcast.write'), {
    /** With names and own fields as columns, for a template with variables. */
    input: reach.extend({ hasColumns: z.boolean() }),
    answer: uploadSchema,
    refusals: ['not_found', 'no_recipient', 'file_too_large', 'too_many_requests'],
  }),
}
