import { fileURLToPath } from 'node:url'
import { openDb } from '#db/connect.ts'
import { createCustomerApp } from '#http/customer.ts'
import { runProgram } from './program.ts'

await runProgram('http', async ({ config, secret, databaseUrl, logger }) => {
  const db = openDb({
    url: databaseUrl,
    role: 'hongyan_app',
    max: 20,
    onError: error => logger.warn({ err: error }, 'idle connection lost'),
  })
  const dist = fileURLToPath(new URL('../dist/console/', import.meta.url))
  const customer = await createCustomerApp({ db, secret, now: () => new Date(), dist, logger })
  const console = await customer.listen({ host: config.host, port: config.consolePort })
  return {
    addresses: { console },
    close: async () => {
      await customer.close()
      await db.destroy()
    },
  }
})
