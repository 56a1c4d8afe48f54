import type { CustomerHandlerOptions } from '#http/server/handler-options.ts'
import type { Handler } from '#http/server/serve.ts'
import { broadcastHandlers } from './broadcast.ts'
import { broadcastDraftHandlers } from './broadcast-draft.ts'
import { broadcastLinkHandlers } from './broadcast-link.ts'
import { broadcastShareHandlers } from './broadcast-share.ts'

/** What this module answers in the customer console. */
export const customerHandlers = ({ secret, files, shortLinkUrl }: CustomerHandlerOptions): readonly Handler[] => [
  ...broadcastHandlers(secret, files, shortLinkUrl),
  ...broadcastDraftHandlers,
  ...broadcastLinkHandlers(shortLinkUrl),
  ...broadcastShareHandlers(secret),
]
