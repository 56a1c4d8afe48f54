import { auditLogCalls } from './audit-log.ts'
import { signInCalls } from './sign-in.ts'
import { stepUpCalls } from './step-up.ts'

/** Calls of this module of the customer console, by their nouns. */
export const customerCalls = { signIn: signInCalls, activity: auditLogCalls, stepUp: stepUpCalls }
