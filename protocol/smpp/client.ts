import { openSession } from '../wire/log-in.ts'
import type { Secured } from '../wire/open-socket.ts'
import { type ConnectionHandlers, type ConnectionOptions, SmppConnection } from './connection.ts'
import type { Bind, BindAnswer, BindCommand } from './pdu.ts'
import { statusName } from './status.ts'

/** A failed bind. `status` is the peer's, null when there was no answer. */
export class BindError extends Error {
  readonly status: number | null

  constructor(message: string, status: number | null) {
    super(message)
    this.name = 'BindError'
    this.status = status
  }
}

export interface ConnectOptions extends Partial<ConnectionOptions> {
  host: string
  port: number
  systemId: string
  password: string
  systemType?: string
  /** 0x34, or 0x50 for answers of SMPP 5.0. */
  interfaceVersion?: number
  /** The numbers whose messages the session takes. */
  address?: { ton: number; npi: number; range: string }
  secured?: Secured | null
  bind?: BindCommand
  connectTimeoutMs?: number
}

/** Connects and binds (as a transceiver unless told otherwise). Rejects with the socket's error or a BindError. */
export function connectSmpp(options: ConnectOptions, handlers: ConnectionHandlers): Promise<SmppConnection> {
  return openSession(options, handlers, {
    make: (socket, guarded) => new SmppConnection(socket, guarded, options),
    logIn: connection =>
      bindSmpp(connection, {
        command: options.bind ?? 'bind_transceiver',
        systemId: options.systemId,
        password: options.password,
        systemType: options.systemType ?? '',
        interfaceVersion: options.interfaceVersion ?? 0x34,
        addressTon: options.address?.ton ?? 0,
        addressNpi: options.address?.npi ?? 0,
        addressRange: options.address?.range ?? '',
      }),
  })
}

/**
 * Binds an open link. Resolves with the peer's answer, rejects with a BindError on a refusal or when the link breaks
 * before.
 */
function bindSmpp(connection: SmppConnection, request: Omit<Bind, 'status' | 'sequence'>): Promise<BindAnswer> {
  return new Promise((resolve, reject) => {
    connection.bind(request, (answer, failure) => {
      if (answer === null) reject(new BindError(failure === 'timeout' ? 'no answer to the bind' : connection.reason, null))
      else if (answer.status !== 0 || answer.command !== `${request.command}_resp`)
        reject(new BindError(`bind refused: ${statusName(answer.status)}`, answer.status))
      else resolve(answer as BindAnswer)
    })
  })
}
