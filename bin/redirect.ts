import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { openDb } from '#db/connect.ts'
import { findCode, newestCodes } from '#domain/shorturl/route-read.ts'
import { ChangeFeed } from '#redirect/change-feed.ts'
import { LinkIndex } from '#redirect/link-index.ts'
import { MissBudget } from '#redirect/miss-budget.ts'
import { createRedirector } from '#redirect/redirector.ts'
import { VisitLog } from '#redirect/visit-log.ts'
import { runProgram } from './program.ts'

const preloadedCodes = 300_000
const preloadedDays = 90

await runProgram('redirect', async ({ config, secret, databaseUrl, logger }) => {
  const db = openDb({
    url: databaseUrl,
    role: 'hongyan_platform',
    max: 4,
    onError: error => logger.warn({ err: error }, 'idle connection lost'),
  })
  const now = () => new Date()
  const index = new LinkIndex({ mostCodes: 2_000_000, missingMs: 5_000 })
  const feed = new ChangeFeed({ db, logger, now, onChange: linkId => index.forget(linkId), onGap: () => index.clear() })
  await feed.start()
  for (const found of (await newestCodes(db, new Date(Date.now() - preloadedDays * 86_400_000), preloadedCodes)).reverse()) index.add(found)
  const folder = path.join(config.dataDir, 'visits')
  const log = new VisitLog({ folder, logger, flushMs: 50, fileBytes: 64 * 1024 * 1024, mostWaiting: 1_000_000 })
  await log.open()
  const shipping = new Worker(new URL('../redirect/ship-visits.ts', import.meta.url), { workerData: { folder, databaseUrl, secret } })
  shipping.on('error', error => {
    throw error
  })
  const server = createRedirector({
    index,
    misses: new MissBudget(60),
    now,
    find: (domain, code) => findCode(db, domain, code),
    note: line => log.append(line),
    domains: new Set(),
  })
  server.listen(config.redirectPort, config.host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    addresses: { redirect: `http://${config.host === '0.0.0.0' ? '127.0.0.1' : config.host}:${port}` },
    close: async () => {
      feed.stop()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      await log.close()
      shipping.postMessage('end')
      await once(shipping, 'exit')
      await db.destroy()
    },
  }
})
