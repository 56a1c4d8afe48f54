import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDb } from '#db/connect.ts'
import { Files } from '#domain/files.ts'
import { createCustomerApp } from '#http/customer.ts'
import { createOpenApp } from '#http/open/app.ts'
import { createOperatorApp } from '#http/operator.ts'
import { runProgram } from './program.ts'

const distOf = (app: string) => fileURLToPath(new URL(`../dist/${app}/`, import.meta.url))

await runProgram('http', async ({ config, secret, databaseUrl, logger }) => {
  const onError = (error: Error) => logger.warn({ err: error }, 'idle connection lost')
  const db = openDb({ url: databaseUrl, role: 'hongyan_app', max: 20, onError })
  const platformDb = openDb({ url: databaseUrl, role: 'hongyan_platform', max: 5, onError })
  const files = new Files(path.join(config.dataDir, 'files'))
  const { trustProxy, publicUrl, operatorPublicUrl, handsetUrl: handset } = config
  const standing = { now: () => new Date(), logger, trustProxy }
  const customer = await createCustomerApp({ ...standing, db, secret, files, publicUrl, handset, dist: distOf('console') })
  const staff = await createOperatorApp({
    ...standing,
    db: platformDb,
    secret,
    files,
    publicUrl: operatorPublicUrl,
    dist: distOf('operator'),
  })
  const open = await createOpenApp({ ...standing, db })
  const console = await customer.listen({ host: config.host, port: config.consolePort })
  const operator = await staff.listen({ host: config.host, port: config.operatorPort })
  const openapi = await open.listen({ host: config.host, port: config.openApiPort })
  return {
    addresses: { console, operator, openapi },
    close: async () => {
      await Promise.all([customer.close(), staff.close(), open.close()])
      await Promise.all([db.destroy(), platformDb.destroy()])
    },
  }
})
