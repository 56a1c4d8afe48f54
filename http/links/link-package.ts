import { linkPackageCalls } from '#contract/links/link-package.ts'
import { unitUse } from '#domain/links/index.ts'
import { listLinkPackages } from '#domain/orders/index.ts'
import { handle } from '#http/server/serve.ts'

export const linkPackageHandlers = [
  handle(linkPackageCalls.list, ({ tx, account, now }, filter) => listLinkPackages(tx, account, filter, now())),
  handle(linkPackageCalls.use, async ({ tx, account, now }, { grantId }) => ({
    days: await unitUse(tx, account, { grantId, now: now(), dayCount: 30 }),
  })),
]
