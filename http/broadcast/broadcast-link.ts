import { broadcastLinkCalls } from '#contract/broadcast/broadcast-link.ts'
import { createBroadcastLink, linkChoices } from '#domain/broadcast/index.ts'
import { handle } from '#http/server/serve.ts'

export const broadcastLinkHandlers = (shortLinkUrl: string) => [
  handle(broadcastLinkCalls.choices, async ({ tx, account, now }, input) => ({
    rows: await linkChoices(tx, account, { ...input, shortLinkUrl, now: now() }),
  })),
  handle(broadcastLinkCalls.create, ({ tx, account, member, now }, { target }) =>
    createBroadcastLink(tx, account, { target, memberId: member.memberId, shortLinkUrl, now: now() }),
  ),
]
