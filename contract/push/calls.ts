import { webhookCalls } from './webhook.ts'

/** Calls of this module of the customer console, by their nouns. */
export const customerCalls = { webhook: webhookCalls }
