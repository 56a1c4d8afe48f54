import { broadcastLinkCalls } from '#contract/broadcast-link.ts'
import { createBroadcastLink, linkChoices } from '#domain/sms/broadcast/link-choice.ts'
import { handle } from './serve.ts'

export const broadcastLinkHandlers = (shortLinkUrl: string) => [
  handle(broadcastLinkCalls.choices, async ({ tx, account, now }, input) => ({
    rows: await linkChoices(tx, account, { ...input, shortLinkUrl, now: now() }),
  })),
  handle(broadcastLinkCalls.create, ({ tx, account, member, now }, { target }) =>
    createBroadcastLink(tx, account, { target, memberId: member.memberId, shortLinkUrl, now: now() }),
  ),
]
