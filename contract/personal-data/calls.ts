import { adminPersonalDataCalls } from './admin-personal-data.ts'

/** Calls of this module of the back office, by their nouns. */
export const adminCalls = { personalData: adminPersonalDataCalls }
