import type { Handler } from '#http/server/serve.ts'
import { adminPersonalDataHandlers } from './admin-personal-data.ts'

/** What this module answers in the back office. */
export const adminHandlers: readonly Handler[] = [...adminPersonalDataHandlers]
