import { openDb } from '#db/connect.ts'
import { AccessGuard, KeyCache, RequestLog } from '#domain/apps/index.ts'
import { SmppServer, serverDefaults } from '#smpp/server.ts'
import { Submissions } from '#smpp/submission.ts'
import { limits } from '#values/limits.ts'
import { dialedHost } from './config.ts'
import { runProgram } from './program.ts'

await runProgram('smpp', async ({ config, secret, urls, logger, now }) => {
  const onError = (error: Error) => logger.warn({ err: error }, 'idle connection lost')
  const common = { statementTimeoutMs: limits.statementMs, onError }
  const db = openDb({ url: urls.app, role: 'hongyan_app', name: 'accounts', max: 16, isPipelined: true, ...common })
  const platformDb = openDb({ url: urls.platform, role: 'hongyan_platform', name: 'platform', max: 4, ...common })
  const onLost = (error: unknown) => logger.warn({ err: error }, 'log of requests not written')
  const log = new RequestLog(db, onLost)
  const server = new SmppServer(
    {
      db,
      platformDb,
      secret,
      ring: new KeyCache(db, secret, now, onLost),
      gate: new AccessGuard(),
      log,
      submissions: new Submissions(db, now),
      now,
      elapsedMs: () => performance.now(),
      logger,
    },
    { ...serverDefaults, host: config.host, port: config.smppPort },
  )
  const port = await server.listen()
  return {
    addresses: { smpp: `${dialedHost(config.host)}:${port}` },
    close: async () => {
      await server.close()
      await log.flush()
      await Promise.all([db.destroy(), platformDb.destroy()])
    },
  }
})
