import type { Handler } from '#http/server/serve.ts'
import { closingHandlers } from './closing.ts'

/** What this module answers in the customer console. */
export const customerHandlers: readonly Handler[] = [...closingHandlers]
