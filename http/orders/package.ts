import { packageCalls } from '#contract/orders/package.ts'
import { listPackages, packageUse, readRemaining, setWhenEmpty } from '#domain/orders/index.ts'
import { handle } from '#http/server/serve.ts'

export const packageHandlers = [
  handle(packageCalls.list, ({ tx, account, now }, filter) => listPackages(tx, account, filter, now())),
  handle(packageCalls.use, async ({ tx, account, now }, { grantId }) => ({
    days: await packageUse(tx, account, grantId, { now: now(), dayCount: 30 }),
  })),
  handle(packageCalls.remains, ({ tx, account, now }) => readRemaining(tx, account, now())),
  handle(packageCalls.setWhenEmpty, async ({ tx, account }, { whenEmpty }) => {
    await setWhenEmpty(tx, account, whenEmpty)
    return { whenEmpty }
  }),
]
