import { invoiceTitleCalls } from '#contract/invoicing/invoice-title.ts'
import {
  createTitle,
  deleteTitle,
  editTitle,
  listTitles,
  makeDefaultTitle,
  readTitle,
  titleHolder,
  titleVersions,
  withdrawTitle,
} from '#domain/invoicing/index.ts'
import { handle } from '#http/server/serve.ts'

export const invoiceTitleHandlers = [
  handle(invoiceTitleCalls.list, async ({ tx, account }) => ({
    rows: await listTitles(tx, account),
    attested: await titleHolder(tx, account),
  })),
  handle(invoiceTitleCalls.one, async ({ tx, account }, { titleId }) => ({
    ...(await readTitle(tx, account, titleId)),
    versions: await titleVersions(tx, account, titleId),
  })),
  handle(invoiceTitleCalls.create, async ({ tx, account, member, now, note }, input) => {
    note({ object: input.name })
    return createTitle(tx, account, { ...input, memberId: member.memberId, now: now() })
  }),
  handle(invoiceTitleCalls.edit, async ({ tx, account, member, now, note }, input) => {
    const before = await readTitle(tx, account, input.titleId)
    const saved = await editTitle(tx, account, { ...input, memberId: member.memberId, now: now() })
    const after = await readTitle(tx, account, input.titleId)
    note({ object: after.name, before: toAuditFields(before), after: toAuditFields(after) })
    return saved
  }),
  handle(invoiceTitleCalls.withdraw, ({ tx, account }, { titleId }) => withdrawTitle(tx, account, { titleId })),
  handle(invoiceTitleCalls.makeDefault, ({ tx, account }, { titleId }) => makeDefaultTitle(tx, account, { titleId })),
  handle(invoiceTitleCalls.delete, async ({ tx, account, now, note }, { titleId }) => {
    note({ object: (await readTitle(tx, account, titleId)).name })
    return deleteTitle(tx, account, { titleId, now: now() })
  }),
]

/** What the audit log has of a title; the version identifies the rest. */
const toAuditFields = ({ name, taxNumber, versionNumber, specialState }: Awaited<ReturnType<typeof readTitle>>) => ({
  name,
  taxNumber,
  versionNumber,
  specialState,
})
