import { contactLabelCalls } from '#contract/recipients/contact-label.ts'
import {
  createField,
  createTag,
  listFields,
  listTags,
  removeField,
  removeTagReversibly,
  renameField,
  renameTag,
  startClearField,
} from '#domain/recipients/index.ts'
import { reversibly } from '#http/server/reversibly.ts'
import { handle } from '#http/server/serve.ts'

export const contactLabelHandlers = [
  handle(contactLabelCalls.list, async ({ tx, account }) => ({
    tags: await listTags(tx, account),
    fields: await listFields(tx, account),
  })),
  handle(contactLabelCalls.createField, ({ tx, account, now }, { name }) => createField(tx, account, { name, now: now() })),
  handle(contactLabelCalls.renameField, ({ tx, account }, input) => renameField(tx, account, input)),
  handle(contactLabelCalls.removeField, async ({ tx, account, member, now }, { fieldKey }) => {
    await removeField(tx, account, { fieldKey, now: now() })
    return startClearField(tx, account, { fieldKey, memberId: member.memberId, now: now() })
  }),
  handle(contactLabelCalls.createTag, ({ tx, account, now }, { name }) => createTag(tx, account, { name, now: now() })),
  handle(contactLabelCalls.renameTag, ({ tx, account }, input) => renameTag(tx, account, input)),
  handle(contactLabelCalls.removeTag, (context, { tagId }) =>
    reversibly(context, act => removeTagReversibly(context.tx, context.account, { ...act, tagId })),
  ),
]
