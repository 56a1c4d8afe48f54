import os from 'node:os'
import { openDb } from '#db/connect.ts'
import { startDispatch } from '#dispatch/dispatch.ts'
import { newId } from '#values/id.ts'
import { runProgram } from './program.ts'

await runProgram('dispatch', async ({ urls, secret, logger, now, isClockRight }) => {
  const db = openDb({
    url: urls.platform,
    role: 'hongyan_platform',
    max: 24,
    onError: error => logger.warn({ err: error }, 'idle connection lost'),
  })
  // A new name at each start: what an earlier run left is in doubt, on the same machine too.
  const owner = `${os.hostname()}:${newId()}`
  const dispatch = await startDispatch({
    db,
    secret,
    owner,
    now,
    mayOwn: isClockRight,
    elapsedMs: () => performance.now(),
    random: Math.random,
    logger,
    listenUrl: urls.direct,
  })
  return {
    addresses: {},
    close: async () => {
      await dispatch.stop()
      await db.destroy()
    },
  }
})
