import { MessageIds } from './cmpp/message-ids.ts'
import { Replays } from './cmpp/replays.ts'
import { CmppSession } from './cmpp/session.ts'
import type { EsmeContext } from './context.ts'
import { EsmeServer, type ServerOptions, serverDefaults } from './server.ts'
import { SmppSession } from './smpp/session.ts'

type Options = Partial<ServerOptions> & Pick<ServerOptions, 'host' | 'port'>

/** The SMPP server that customers' programs bind to. */
export const smppServer = (context: EsmeContext, options: Options): EsmeServer =>
  new EsmeServer('smpp', context, (socket, handlers, session) => new SmppSession(socket, context, handlers, session), {
    ...serverDefaults,
    answerTimeoutMs: 30_000,
    ...options,
  })

/** The CMPP server that customers' programs connect to. `gatewayCode`: what its message ids name as their gateway. */
export function cmppServer(context: EsmeContext, options: Options, gatewayCode: number): EsmeServer {
  const shared = { ids: new MessageIds(context.platformDb, gatewayCode, context.now), replays: new Replays() }
  return new EsmeServer('cmpp', context, (socket, handlers, session) => new CmppSession(socket, context, shared, handlers, session), {
    ...serverDefaults,
    answerTimeoutMs: 60_000,
    ...options,
  })
}
