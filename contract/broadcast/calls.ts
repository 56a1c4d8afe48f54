import { broadcastCalls } from './broadcast.ts'
import { broadcastDraftCalls } from './broadcast-draft.ts'
import { broadcastLinkCalls } from './broadcast-link.ts'
import { broadcastShareCalls } from './broadcast-share.ts'

/** Calls of this module of the customer console, by their nouns. */
export const customerCalls = {
  broadcast: broadcastCalls,
  broadcastDraft: broadcastDraftCalls,
  broadcastLink: broadcastLinkCalls,
  broadcastShare: broadcastShareCalls,
}
