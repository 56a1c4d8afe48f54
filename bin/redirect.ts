import { once } from 'node:events'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { runProgram } from '#bin/run/program.ts'
import { dialedHost } from '#bin/settings/config.ts'
import { openDb } from '#db/connect.ts'
import { claimVisits, findCode, ingestReport, newestCodes, verifiedDomains } from '#domain/visits/index.ts'
import { certificateAsk, certificateAskPath } from '#redirect/certificate-ask.ts'
import { ChangeFeed } from '#redirect/change-feed.ts'
import { LinkIndex } from '#redirect/link-index.ts'
import { type IngestionData, reportLoad } from '#redirect/load.ts'
import { measureIngestion, measureRedirects } from '#redirect/metrics.ts'
import { OwnDomains } from '#redirect/own-domains.ts'
import { createRedirector } from '#redirect/redirector.ts'
import { ReportIntake } from '#redirect/report.ts'
import { VisitAllowance } from '#redirect/visit-allowance.ts'
import { VisitLog } from '#redirect/visit-log.ts'
import { visitorAddress } from '#redirect/visitor-address.ts'
import { FixedWindowLimiter } from '#values/limiter.ts'
import { limits } from '#values/limits.ts'
import { itemOrThrow, portOrThrow } from '#values/or-throw.ts'

const preloadedCodes = 300_000
const preloadedDays = 90

await runProgram('redirect', async ({ config, secret, urls, logger, now }) => {
  const db = openDb({
    name: 'links',
    url: urls.platform,
    role: 'hongyan_platform',
    max: 4,
    statementTimeoutMs: limits.platformStatementMs,
    onError: error => logger.warn({ err: error }, 'idle connection lost'),
  })
  const index = new LinkIndex({ maxCodes: 2_000_000, missingMs: 5_000 })
  const feed = new ChangeFeed({ db, logger, now, onChange: change => index.forget(change), onGap: () => index.clear() })
  await feed.start(async () => {
    const since = new Date(now().getTime() - preloadedDays * 86_400_000)
    for (const found of (await newestCodes(db, since, preloadedCodes)).reverse()) index.add(found)
  })
  const domains = new OwnDomains({ read: () => verifiedDomains(db), logger })
  await domains.start()
  const folder = path.join(config.dataDir, 'visits')
  const log = new VisitLog({ folder, logger, now, flushMs: 50, fileBytes: 64 * 1024 * 1024, maxWaitingBytes: 256 * 1024 * 1024 })
  await log.open()
  const { stop: stopReporting, ...shared } = reportLoad(now)
  const workerData: IngestionData = { folder, databaseUrl: urls.platform, secret, ...shared }
  // Bundled as this program is, or a source as it is.
  const { dir, ext } = path.parse(itemOrThrow(process.argv, 1))
  const ingestion = new Worker(path.join(dir, `ingest-visits${ext}`), { workerData })
  ingestion.on('message', measureIngestion)
  ingestion.on('error', error => {
    throw error
  })
  const addressOf = visitorAddress(config.trustProxy)
  const reports = new ReportIntake({ domainOf: host => domains.of(host), addressOf, take: report => ingestReport(db, report), now, logger })
  const { server, counts, stop } = createRedirector({
    index,
    misses: new FixedWindowLimiter({ most: 60, windowMs: 600_000 }),
    allowance: new VisitAllowance({ now, claim: (link, asked) => claimVisits(db, link, asked) }),
    domains,
    now,
    logger,
    find: (domain, code) => findCode(db, domain, code),
    note: line => log.append(line),
    addressOf,
    markKey: secret,
    shortLinkUrl: config.shortLinkUrl,
    hasFastPath: config.hasFastPath,
    answers: new Map([
      ['/report', reports.answer],
      [certificateAskPath, certificateAsk(domains, config.shortLinkUrl)],
    ]),
  })
  measureRedirects(counts, index)
  server.listen(config.redirectPort, config.host)
  await once(server, 'listening')
  const port = portOrThrow(server)
  return {
    addresses: { redirect: `http://${dialedHost(config.host)}:${port}` },
    isReadyWithoutDatabase: true,
    close: async () => {
      feed.stop()
      domains.stop()
      await stop()
      await log.close()
      stopReporting()
      ingestion.postMessage('end')
      await once(ingestion, 'exit')
      await db.destroy()
    },
  }
})
