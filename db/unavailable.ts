/**
 * SQLSTATEs: connection lost, too few resources (a full disk), shutting down or starting up, read-only after a
 * failover, canceled by a timeout (db/statement-timeout.ts), and a lock that was not to be had in time.
 */
const sqlStates = /^(08|53|57P0|57014|25006|55P03)/
/** System error codes of the socket, in use or being opened, and of a full disk under our own files. */
const systemCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN', 'ENOSPC', 'EDQUOT']

/**
 * Whether an error says that the database or the disk is unavailable: the same may succeed later. Any other error is a
 * bug or the caller's fault.
 */
export function isUnavailable(error: unknown): boolean {
  const { code = '', syscall, message = '' } = (error ?? {}) as { code?: unknown; syscall?: unknown; message?: string }
  const text = String(code)
  return (
    sqlStates.test(text) ||
    systemCodes.includes(text) ||
    // The embedded server's socket is a file: it is missing without a server. A missing file of ours is a bug.
    (text === 'ENOENT' && syscall === 'connect') ||
    /timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|is not queryable/.test(message)
  )
}
