/** What was thrown, as an error. */
export const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))

/** The code by which Node.js, PostgreSQL and our own errors say what went wrong; undefined where there is none. */
export function errorCode(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || !thrown || !('code' in thrown)) return undefined
  return typeof thrown.code === 'string' ? thrown.code : undefined
}

/** Codes of the operating system and PostgreSQL for a full disk. */
const fullCodes = ['ENOSPC', 'EDQUOT', '53100']
export const isDiskFull = (thrown: unknown): boolean => fullCodes.includes(errorCode(thrown) ?? '')
