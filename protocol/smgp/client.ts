import { LoginError, openSession } from '../wire/log-in.ts'
import { loginDigits } from '../wire/login-hash.ts'
import { SmgpConnection, type SmgpHandlers, type SmgpOptions } from './connection.ts'
import { authenticatorOf } from './login.ts'
import { versionBytes } from './pdu.ts'

export interface SmgpConnectOptions extends Partial<SmgpOptions> {
  host: string
  port: number
  account: string
  secret: string
  now: Date
}

/** One connection sends and receives. */
const bothWays = 2

/** Connects and logs in. Rejects with the socket's error or a LoginError. */
export function connectSmgp(options: SmgpConnectOptions, handlers: SmgpHandlers): Promise<SmgpConnection> {
  const { account, secret, now } = options
  const digits = loginDigits(now)
  return openSession(options, handlers, {
    make: (socket, guarded) => new SmgpConnection(socket, guarded, options),
    logIn: connection => {
      const authenticator = authenticatorOf(account, secret, digits)
      const version = versionBytes[connection.version]
      return new Promise<void>((resolve, reject) => {
        connection.login({ account, authenticator, mode: bothWays, timestamp: Number(digits), version }, (answer, failure) => {
          if (answer?.command !== 'login_resp')
            reject(new LoginError(failure === 'timeout' ? 'no answer to the login' : connection.reason, null))
          else if (answer.status !== statusOk) reject(new LoginError(`login refused: ${answer.status}`, answer.status, answer.version))
          else resolve()
        })
      })
    },
  })
}

const statusOk = 0
