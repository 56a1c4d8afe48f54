import { blacklistCalls } from '#contract/blacklist/blacklist.ts'
import { blacklistImportCalls } from '#contract/blacklist/blacklist-import.ts'
import {
  addToBlacklist,
  blacklistedPhone,
  blacklistFigures,
  checkPhone,
  countBlacklist,
  listBlacklist,
  matchingEntries,
  recordEntries,
  removeFromBlacklist,
} from '#domain/blacklist/index.ts'
import { cancelBlacklistImport, latestBlacklistImport, readBlacklistImport, startBlacklistImport } from '#domain/recipients/index.ts'
import { reversibly } from '#http/server/reversibly.ts'
import { handle, type MemberContext } from '#http/server/serve.ts'
import { showNumber } from '#http/server/shown-number.ts'
import { maskPhone } from '#values/phone.ts'

const masked = <Row extends { phone: string }>(rows: Row[]): Row[] => rows.map(row => ({ ...row, phone: maskPhone(row.phone) }))

function removeEntries(context: MemberContext, input: { blacklistIds: string[]; reason: string; consent: string }) {
  const { tx, account, member, now } = context
  const removal = { ...input, memberId: member.memberId, now: now() }
  const touched = { blacklistIds: input.blacklistIds }
  return reversibly(context, act => recordEntries(tx, account, { ...act, touched }, () => removeFromBlacklist(tx, account, removal)))
}

export const blacklistHandlers = [
  handle(blacklistCalls.list, async ({ tx, account, now }, input) => {
    const page = await listBlacklist(tx, account, input, now())
    return { ...page, rows: masked(page.rows) }
  }),
  handle(blacklistCalls.reveal, async (context, { blacklistId }) =>
    showNumber(context, await blacklistedPhone(context.tx, context.account, blacklistId)),
  ),
  handle(blacklistCalls.figures, ({ tx, account, now }) => blacklistFigures(tx, account, now())),
  handle(blacklistCalls.count, ({ tx, account, now }, filter) => countBlacklist(tx, account, filter, now())),
  handle(blacklistCalls.check, async ({ tx, account, now }, { phone }) => {
    const found = await checkPhone(tx, account, phone, now())
    return { ...found, rows: masked(found.rows) }
  }),
  handle(blacklistCalls.add, (context, input) =>
    reversibly(context, undo => addToBlacklist(context.tx, context.account, { ...input, memberId: undo.memberId, now: undo.now, undo })),
  ),
  handle(blacklistCalls.remove, removeEntries),
  handle(blacklistCalls.removeMatching, async (context, { filter, count, ...input }) => {
    const { tx, account, now } = context
    return removeEntries(context, { ...input, blacklistIds: await matchingEntries(tx, account, { filter, count, now: now() }) })
  }),
  handle(blacklistImportCalls.start, ({ tx, account, member, now, note }, input) => {
    // The import is a task, and its changes are recorded under the task's id.
    note({ undoId: input.uploadId })
    return startBlacklistImport(tx, account, { ...input, memberId: member.memberId, now: now() })
  }),
  handle(blacklistImportCalls.one, ({ tx, account, now }, { uploadId }) => readBlacklistImport(tx, account, { uploadId, now: now() })),
  handle(blacklistImportCalls.latest, ({ tx, account, now }) => latestBlacklistImport(tx, account, now())),
  handle(blacklistImportCalls.cancel, ({ tx, account, now }, { uploadId }) => cancelBlacklistImport(tx, account, uploadId, now())),
]
