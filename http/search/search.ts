import { searchCalls } from '#contract/search/search.ts'
import { findInAccount } from '#domain/search/index.ts'
import { permissionsOf } from '#http/server/member.ts'
import { handle } from '#http/server/serve.ts'

export const searchHandlers = [
  handle(searchCalls.find, async ({ tx, account, member, now }, { q }) => ({
    groups: await findInAccount(tx, account, { text: q, permissions: permissionsOf(member), now: now() }),
  })),
]
