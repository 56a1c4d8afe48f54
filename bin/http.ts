import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDb } from '#db/connect.ts'
import { Files } from '#domain/files.ts'
import { openDns } from '#domain/shorturl/domain-check.ts'
import { createCustomerApp } from '#http/customer.ts'
import { createOpenApp } from '#http/open/app.ts'
import { createOperatorApp } from '#http/operator.ts'
import { openGateways } from '#payment/settings.ts'
import { dialedHost } from './config.ts'
import { runProgram } from './program.ts'

const distOf = (app: string) => fileURLToPath(new URL(`../dist/${app}/`, import.meta.url))

await runProgram('http', async ({ config, secret, urls, logger, now }) => {
  const onError = (error: Error) => logger.warn({ err: error }, 'idle connection lost')
  const db = openDb({ url: urls.app, role: 'hongyan_app', max: 20, isPipelined: true, onError })
  // Of its own, so that a flood of programs' calls leaves the console its connections, and the other way round.
  const openDatabase = openDb({ url: urls.app, role: 'hongyan_app', max: 20, isPipelined: true, onError })
  const platformDb = openDb({ url: urls.platform, role: 'hongyan_platform', max: 5, onError })
  const files = new Files(path.join(config.dataDir, 'files'), secret)
  const { trustProxy, publicUrl, operatorPublicUrl, shortLinkUrl, handsetUrl: handset } = config
  const gateways = await openGateways(config.paymentFile ?? null, now)
  const payment = { gateways, simulator: config.paymentSimUrl ?? null, publicUrl: publicUrl ?? null }
  const standing = { now, logger, trustProxy }
  const open = await createOpenApp({
    ...standing,
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
    ...standing,
    db,
    secret,
    files,
    publicUrl,
    handset,
    shortLinkUrl,
    dns: openDns(config.dnsServers),
    payment,
    openUrl: config.openApiUrl ?? openapi,
    smppAddress: config.smppAddress ?? `${dialedHost(config.host)}:${config.smppPort}`,
    allowsLoopback: config.allowsWebhookLoopback,
    dist: distOf('console'),
  })
  const console = await customer.listen({ host: config.host, port: config.consolePort })
  const staff = await createOperatorApp({
    shortLinkUrl,
    ...standing,
    db: platformDb,
    secret,
    files,
    publicUrl: operatorPublicUrl,
    isStaffTotpRequired: config.isStaffTotpRequired,
    consoleUrl: publicUrl ?? console,
    dist: distOf('operator'),
  })
  const operator = await staff.listen({ host: config.host, port: config.operatorPort })
  return {
    addresses: { console, operator, openapi },
    close: async () => {
      await Promise.all([customer.close(), staff.close(), open.close()])
      await Promise.all([db.destroy(), openDatabase.destroy(), platformDb.destroy()])
    },
  }
})
