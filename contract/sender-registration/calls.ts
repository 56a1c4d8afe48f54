import { adminSenderRegistrationCalls } from './admin-sender-registration.ts'

/** Calls of this module of the back office, by their nouns. */
export const adminCalls = { senderRegistration: adminSenderRegistrationCalls }
