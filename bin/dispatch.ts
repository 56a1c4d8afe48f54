import os from 'node:os'
import { runProgram } from '#bin/run/program.ts'
import { openDb } from '#db/connect.ts'
import { leaseStatementMs } from '#dispatch/channel/lease.ts'
import { startDispatch } from '#dispatch/dispatch.ts'
import { newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'

await runProgram('dispatch', async ({ config, urls, secret, logger, now, isClockRight }) => {
  const onError = (error: Error) => logger.warn({ err: error }, 'idle connection lost')
  const common = { url: urls.platform, role: 'hongyan_platform', onError } as const
  const db = openDb({ ...common, name: 'messages', max: 24, isPipelined: true, statementTimeoutMs: limits.statementMs })
  // Leases have connections of their own: claims that hang must not cost the channel.
  const leaseDb = openDb({ ...common, name: 'leases', max: 2, statementTimeoutMs: leaseStatementMs })
  // A new name at each start: what an earlier run left is in doubt, on the same machine too.
  const owner = `${os.hostname()}:${newId()}`
  const dispatch = await startDispatch({
    db,
    leaseDb,
    secret,
    owner,
    now,
    mayOwn: isClockRight,
    elapsedMs: () => performance.now(),
    random: Math.random,
    logger,
    listenUrl: urls.direct,
    sgipListener: config.sgipPort === null ? undefined : { host: config.host, port: config.sgipPort },
    callbackListener: config.upstreamCallback === null ? undefined : { host: config.host, ...config.upstreamCallback },
  })
  return {
    addresses: {},
    close: async () => {
      await dispatch.stop()
      await Promise.all([db.destroy(), leaseDb.destroy()])
    },
  }
})
