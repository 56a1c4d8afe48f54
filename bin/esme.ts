import { runProgram } from '#bin/run/program.ts'
import { dialedHost } from '#bin/settings/config.ts'
import { openDb } from '#db/connect.ts'
import { AccessGuard, AdmissionControl, KeyCache, RequestLog } from '#domain/apps/index.ts'
import { cmppServer, smppServer } from '#esme/servers.ts'
import { Submissions } from '#esme/submission.ts'
import { limits } from '#values/limits.ts'

await runProgram('esme', async ({ config, secret, urls, logger, now }) => {
  const { host, esmePorts, cmppGatewayCode } = config
  const onError = (error: Error) => logger.warn({ err: error }, 'idle connection lost')
  const common = { statementTimeoutMs: limits.statementMs, onError }
  const db = openDb({ url: urls.app, role: 'hongyan_app', name: 'accounts', max: 16, isPipelined: true, ...common })
  const platformDb = openDb({ url: urls.platform, role: 'hongyan_platform', name: 'platform', max: 4, ...common })
  const onLost = (error: unknown) => logger.warn({ err: error }, 'log of requests not written')
  const log = new RequestLog(db, onLost)
  const context = {
    db,
    platformDb,
    secret,
    ring: new KeyCache(db, secret, now, onLost),
    gate: new AccessGuard(),
    admission: new AdmissionControl(),
    log,
    submissions: new Submissions(db, now),
    now,
    elapsedMs: () => performance.now(),
    logger,
  }
  const smpp = smppServer(context, { host, port: esmePorts.smpp })
  const cmpp = cmppServer(context, { host, port: esmePorts.cmpp }, cmppGatewayCode)
  const ports = { smpp: await smpp.listen(), cmpp: await cmpp.listen() }
  return {
    addresses: { smpp: `${dialedHost(host)}:${ports.smpp}`, cmpp: `${dialedHost(host)}:${ports.cmpp}` },
    close: async () => {
      await Promise.all([smpp.close(), cmpp.close()])
      await log.flush()
      await Promise.all([db.destroy(), platformDb.destroy()])
    },
  }
})
