import { hashPassword, verifyPassword } from '#domain/platform/index.ts'

/** Password hash of a link. Refuses `busy` when too many hashes are computed at once. */
export const hashLinkPassword = (text: string): Promise<string> => hashPassword(text)

/**
 * Whether a text is the password of the hash; computed off the event loop. Refuses `busy` when too many are computed at
 * once.
 */
export const isLinkPassword = (hash: string, text: string): Promise<boolean> => verifyPassword(hash, text)
