import type { CustomerHandlerOptions } from '#http/server/handler-options.ts'
import type { Handler } from '#http/server/serve.ts'
import { undoHandlers } from './undo.ts'

/** What this module answers in the customer console. */
export const customerHandlers = ({ shortLinkUrl }: CustomerHandlerOptions): readonly Handler[] => undoHandlers(shortLinkUrl)
