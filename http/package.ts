import { packageCalls } from '#contract/package.ts'
import { listPackages, readRemains, setWhenEmpty } from '#domain/finance/package-list.ts'
import { packageUse } from '#domain/finance/package-use.ts'
import { handle } from './serve.ts'

export const packageHandlers = [
  handle(packageCalls.list, ({ tx, account, now }, filter) => listPackages(tx, account, filter, now())),
  handle(packageCalls.use, async ({ tx, account, now }, { grantId }) => ({
    days: await packageUse(tx, account, grantId, { now: now(), dayCount: 30 }),
  })),
  handle(packageCalls.remains, ({ tx, account, now }) => readRemains(tx, account, now())),
  handle(packageCalls.setWhenEmpty, async ({ tx, account }, { whenEmpty }) => {
    await setWhenEmpty(tx, account, whenEmpty)
    return { whenEmpty }
  }),
]
