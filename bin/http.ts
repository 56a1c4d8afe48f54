import { fileURLToPath } from 'node:url'
import { runProgram } from '#bin/run/program.ts'
import { dialedHost, esmeAddressesOf } from '#bin/settings/config.ts'
import { openFiles } from '#bin/settings/files.ts'
import { openDb } from '#db/connect.ts'
import { openDns } from '#domain/links/index.ts'
import { createOpenApp } from '#http/open/app.ts'
import { createAdminApp } from '#http/server/admin.ts'
import { createCustomerApp } from '#http/server/customer.ts'
import { openGateways } from '#payment/settings.ts'
import { limits } from '#values/limits.ts'

const distOf = (app: string) => fileURLToPath(new URL(`../dist/${app}/`, import.meta.url))

await runProgram('http', async ({ config, secret, urls, logger, now }) => {
  const onError = (error: Error) => logger.warn({ err: error }, 'idle connection lost')
  const app = { url: urls.app, role: 'hongyan_app', max: 20, isPipelined: true, statementTimeoutMs: limits.statementMs, onError } as const
  const db = openDb({ ...app, name: 'console' })
  // A pool of its own, so that a flood of API calls leaves the console its connections, and vice versa.
  const openDatabase = openDb({ ...app, name: 'openapi' })
  const platformDb = openDb({
    name: 'admin',
    url: urls.platform,
    role: 'hongyan_platform',
    max: 5,
    statementTimeoutMs: limits.platformStatementMs,
    onError,
  })
  const onSkip = (err: Error) => logger.warn({ err }, 'the statistics read the primary in place of the replica')
  const replicaDb =
    urls.replica === null
      ? null
      : openDb({
          name: 'replica',
          url: urls.replica,
          role: 'hongyan_platform',
          max: 2,
          statementTimeoutMs: limits.platformStatementMs,
          onError,
        })
  const replica = replicaDb && { db: replicaDb, onSkip, waitMs: 1_000 }
  const files = openFiles(config, secret)
  const { trustProxy, publicUrl, adminPublicUrl, shortLinkUrl, handsetUrl: handset } = config
  const gateways = await openGateways(config.paymentFile ?? null, now)
  const payment = { gateways, simulator: config.paymentSimUrl ?? null, publicUrl: publicUrl ?? null }
  const common = { now, logger, trustProxy }
  const open = await createOpenApp({
    ...common,
    db: openDatabase,
    secret,
    files,
    shortLinkUrl,
    publicUrl: config.openApiUrl,
    allowsLoopback: config.allowsWebhookLoopback,
    hasFastPath: config.hasFastPath,
  })
  const openapi = await open.listen({ host: config.host, port: config.openApiPort })
  const customer = await createCustomerApp({
    ...common,
    db,
    secret,
    files,
    publicUrl,
    handset,
    shortLinkUrl,
    shortIcpRecord: config.shortIcpRecord,
    dns: openDns(config.dnsServers),
    payment,
    openUrl: config.openApiUrl ?? openapi,
    esmeAddresses: esmeAddressesOf(config),
    allowsLoopback: config.allowsWebhookLoopback,
    dist: distOf('console'),
  })
  const console = await customer.listen({ host: config.host, port: config.consolePort })
  const staff = await createAdminApp({
    shortLinkUrl,
    ...common,
    db: platformDb,
    secret,
    files,
    publicUrl: adminPublicUrl,
    isStaffTotpRequired: config.isStaffTotpRequired,
    upstreamCallbackUrl: config.upstreamCallback?.url,
    replica,
    consoleUrl: publicUrl ?? console,
    adminUrl: adminPublicUrl ?? `http://${dialedHost(config.host)}:${config.adminPort}`,
    dist: distOf('admin'),
  })
  const admin = await staff.listen({ host: config.host, port: config.adminPort })
  return {
    addresses: { console, admin, openapi },
    close: async () => {
      await Promise.all([customer.close(), staff.close(), open.close()])
      await Promise.all([db.destroy(), openDatabase.destroy(), platformDb.destroy(), replicaDb?.destroy()])
    },
  }
})
