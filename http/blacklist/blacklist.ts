import { blacklistCalls } from '#contract/blacklist/blacklist.ts'
import { blacklistImportCalls } from '#contract/blacklist/blacklist-import.ts'
import {
  addToBlacklist,
  blacklistedPhone,
  blacklistFigures,
  checkPhone,
  listBlacklist,
  removeFromBlacklist,
} from '#domain/blacklist/index.ts'
import { cancelBlacklistImport, latestBlacklistImport, readBlacklistImport, startBlacklistImport } from '#domain/recipients/index.ts'
import { handle } from '#http/server/serve.ts'
import { maskPhone } from '#values/phone.ts'

const masked = <Row extends { phone: string }>(rows: Row[]): Row[] => rows.map(row => ({ ...row, phone: maskPhone(row.phone) }))

export const blacklistHandlers = [
  handle(blacklistCalls.list, async ({ tx, account, now }, input) => {
    const page = await listBlacklist(tx, account, input, now())
    return { ...page, rows: masked(page.rows) }
  }),
  // The audit log records who looked, as for every POST call.
  handle(blacklistCalls.reveal, async ({ tx, account }, { blacklistId }) => ({ phone: await blacklistedPhone(tx, account, blacklistId) })),
  handle(blacklistCalls.figures, ({ tx, account, now }) => blacklistFigures(tx, account, now())),
  handle(blacklistCalls.check, async ({ tx, account, now }, { phone }) => {
    const found = await checkPhone(tx, account, phone, now())
    return { ...found, rows: masked(found.rows) }
  }),
  handle(blacklistCalls.add, ({ tx, account, member, now }, input) =>
    addToBlacklist(tx, account, { ...input, memberId: member.memberId, now: now() }),
  ),
  handle(blacklistCalls.remove, ({ tx, account, member, now }, input) =>
    removeFromBlacklist(tx, account, { ...input, memberId: member.memberId, now: now() }),
  ),
  handle(blacklistImportCalls.start, ({ tx, account, member, now }, input) =>
    startBlacklistImport(tx, account, { ...input, memberId: member.memberId, now: now() }),
  ),
  handle(blacklistImportCalls.one, ({ tx, account }, { uploadId }) => readBlacklistImport(tx, account, uploadId)),
  handle(blacklistImportCalls.latest, ({ tx, account, now }) => latestBlacklistImport(tx, account, now())),
  handle(blacklistImportCalls.cancel, ({ tx, account, now }, { uploadId }) => cancelBlacklistImport(tx, account, uploadId, now())),
]
