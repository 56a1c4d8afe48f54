import { LoginError, openSession } from '../wire/log-in.ts'
import { loginDigits } from '../wire/login-hash.ts'
import { CmppConnection, type CmppHandlers, type CmppOptions } from './connection.ts'
import { authenticatorOf, versionBytes } from './login.ts'

export interface CmppConnectOptions extends Partial<CmppOptions> {
  host: string
  port: number
  account: string
  secret: string
  now: Date
}

/** Connects and logs in. Rejects with the socket's error or a LoginError. */
export function connectCmpp(options: CmppConnectOptions, handlers: CmppHandlers): Promise<CmppConnection> {
  return openSession(options, handlers, {
    make: (socket, guarded) => new CmppConnection(socket, guarded, options),
    logIn: connection => logIn(connection, options),
  })
}

/** The gateway's own proof (AuthenticatorISMG) is not checked: hardly any gateway gets it right. */
function logIn(connection: CmppConnection, { account, secret, now }: CmppConnectOptions): Promise<void> {
  const digits = loginDigits(now)
  const authenticator = authenticatorOf(account, secret, digits)
  const request = { account, authenticator, version: versionBytes[connection.version], timestamp: Number(digits) }
  return new Promise((resolve, reject) => {
    connection.login(request, (answer, failure) => {
      if (answer?.command !== 'connect_resp')
        reject(new LoginError(failure === 'timeout' ? 'no answer to the login' : connection.reason, null))
      else if (answer.status !== 0) reject(new LoginError(`login refused: ${answer.status}`, answer.status, answer.version))
      else resolve()
    })
  })
}
