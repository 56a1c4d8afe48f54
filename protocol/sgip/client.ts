import { LoginError, openSession } from '../wire/log-in.ts'
import type { SessionOptions } from '../wire/session.ts'
import { SgipConnection, type SgipHandlers, type SgipOptions } from './connection.ts'
import { results } from './pdu.ts'

export interface SgipConnectOptions extends Pick<SgipOptions, 'node' | 'counter' | 'now'>, Partial<SessionOptions> {
  host: string
  port: number
  name: string
  password: string
  /** 1 to a gateway, 2 from a gateway. */
  loginType: 1 | 2
}

/** Connects and binds. Rejects with the socket's error or a LoginError. */
export function connectSgip(options: SgipConnectOptions, handlers: SgipHandlers): Promise<SgipConnection> {
  const { loginType, name, password, host, port, ...session } = options
  return openSession({ host, port }, handlers, {
    make: (socket, guarded) => new SgipConnection(socket, guarded, session),
    logIn: connection =>
      new Promise<void>((resolve, reject) => {
        connection.bind({ loginType, name, password }, (answer, failure) => {
          if (answer?.command !== 'bind_resp')
            reject(new LoginError(failure === 'timeout' ? 'no answer to the bind' : connection.reason, null))
          else if (answer.result !== results.ok) reject(new LoginError(`bind refused: ${answer.result}`, answer.result))
          else resolve()
        })
      }),
  })
}
