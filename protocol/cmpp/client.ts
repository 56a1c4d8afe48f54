import { openSocket } from '../wire/open-socket.ts'
import { CmppConnection, type CmppHandlers, type CmppOptions } from './connection.ts'
import { authenticatorOf, loginDigits, versionBytes } from './login.ts'
import type { ConnectAnswer } from './pdu.ts'

/** A failed login. `status` is the gateway's, null when there was no answer. */
export class LoginError extends Error {
  readonly status: number | null
  /** The version that the gateway names. */
  readonly version: number

  constructor(message: string, status: number | null, version = 0) {
    super(message)
    this.name = 'LoginError'
    this.status = status
    this.version = version
  }
}

export interface CmppConnectOptions extends Partial<CmppOptions> {
  host: string
  port: number
  account: string
  secret: string
  now: Date
}

/** Connects and logs in. Rejects with the socket's error or a LoginError; the socket is then closed. */
export async function connectCmpp(options: CmppConnectOptions, handlers: CmppHandlers): Promise<CmppConnection> {
  const socket = await openSocket(options.host, options.port)
  let isLoggedIn = false
  // Until it is logged in, only the rejection tells the caller about the end.
  const onClose: CmppHandlers['onClose'] = (reason, closed) => isLoggedIn && handlers.onClose(reason, closed)
  const connection = new CmppConnection(socket, { ...handlers, onClose }, options)
  try {
    await login(connection, options)
    isLoggedIn = true
    return connection
  } catch (error) {
    connection.destroy('login failed')
    throw error
  }
}

/** The gateway's own proof (AuthenticatorISMG) is not checked: hardly any gateway gets it right. */
function login(connection: CmppConnection, { account, secret, now }: CmppConnectOptions): Promise<ConnectAnswer> {
  const digits = loginDigits(now)
  const authenticator = authenticatorOf(account, secret, digits)
  const request = { account, authenticator, version: versionBytes[connection.version], timestamp: Number(digits) }
  return new Promise((resolve, reject) => {
    connection.login(request, (answer, failure) => {
      if (answer?.command !== 'connect_resp')
        reject(new LoginError(failure === 'timeout' ? 'no answer to the login' : connection.reason, null))
      else if (answer.status !== 0) reject(new LoginError(`login refused: ${answer.status}`, answer.status, answer.version))
      else resolve(answer)
    })
  })
}
