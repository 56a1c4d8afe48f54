import { packageCalls } from '#contract/package.ts'
import { listPackages, readRemains, setWhenEmpty } from '#domain/finance/package-list.ts'
import { handle } from './serve.ts'

export const packageHandlers = [
  handle(packageCalls.list, ({ tx, account, now }, filter) => listPackages(tx, account, filter, now())),
  handle(packageCalls.remains, ({ tx, account, now }) => readRemains(tx, account, now())),
  handle(packageCalls.setWhenEmpty, async ({ tx, account }, { whenEmpty }) => {
    await setWhenEmpty(tx, account, whenEmpty)
    return { whenEmpty }
  }),
]
