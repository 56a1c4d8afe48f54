import type { Socket } from 'node:net'
import { openSocket, type Secured } from './open-socket.ts'

/** A failed login. `status` is the carrier's, null when there was no answer. */
export class LoginError extends Error {
  readonly status: number | null
  /** The version that the carrier names; 0: none. */
  readonly version: number

  constructor(message: string, status: number | null, version = 0) {
    super(message)
    this.name = 'LoginError'
    this.status = status
    this.version = version
  }
}

interface Closing<Session> {
  onClose: (reason: string, session: Session) => void
}

/**
 * Connects, makes a session and logs in. Until then only the rejection tells the caller about the end; the socket is
 * then closed.
 */
export async function openSession<Session extends { destroy(reason: string): void }, Handlers extends Closing<Session>>(
  {
    host,
    port,
    connectTimeoutMs,
    secured,
  }: { host: string; port: number; connectTimeoutMs?: number | undefined; secured?: Secured | null },
  handlers: Handlers,
  { make, logIn }: { make: (socket: Socket, handlers: Handlers) => Session; logIn: (session: Session) => Promise<unknown> },
): Promise<Session> {
  const socket = await openSocket(host, port, connectTimeoutMs, secured)
  let isLoggedIn = false
  const session = make(socket, { ...handlers, onClose: (reason, closed) => isLoggedIn && handlers.onClose(reason, closed) })
  try {
    await logIn(session)
    isLoggedIn = true
    return session
  } catch (error) {
    session.destroy('login failed')
    throw error
  }
}
