import type { AdminSearchSource, SearchInput, SearchSource } from '#domain/search-source/index.ts'
import { type CodeExplanation, searchCodes } from './report-code.ts'

const noteText = ({ meaning, cause, advice }: CodeExplanation) => `${meaning}（${cause}）。${advice}`

/** Report codes by code or meaning, with what to do; each leads to the messages that it ended. */
export const codeSearch: SearchSource = {
  kind: 'code',
  permission: 'message.read',
  find: async (executor, _account, { text, most }: SearchInput) =>
    (await searchCodes(executor, text, most)).map(found => ({
      title: found.code,
      note: noteText(found),
      path: `/sms/delivery?code=${encodeURIComponent(found.code)}`,
    })),
}

/** The same for staff, leading to the table of codes. */
export const adminCodeSearch: AdminSearchSource = {
  kind: 'code',
  permission: 'code.write',
  find: async (executor, { text, most }) =>
    (await searchCodes(executor, text, most)).map(found => ({
      title: found.code,
      note: noteText(found),
      path: `/codes?search=${encodeURIComponent(found.code)}`,
    })),
}
