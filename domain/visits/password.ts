import { hashPassword, verifyPassword } from '#domain/platform/index.ts'

/** What is kept of a link's password. Refuses `busy` when too many are at it. */
export const hashLinkPassword = (text: string): Promise<string> => hashPassword(text)

/** Whether a text is the password of the hash; the work is done off the event loop. Refuses `busy` when too many are at it. */
export const isLinkPassword = (hash: string, text: string): Promise<boolean> => verifyPassword(hash, text)
