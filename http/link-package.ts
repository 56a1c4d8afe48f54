import { linkPackageCalls } from '#contract/link-package.ts'
import { listLinkPackages } from '#domain/finance/package-list.ts'
import { unitUse } from '#domain/shorturl/unit-use.ts'
import { unitsOf } from '#domain/shorturl/units.ts'
import { handle } from './serve.ts'

export const linkPackageHandlers = [
  handle(linkPackageCalls.list, ({ tx, account, now }, filter) => listLinkPackages(tx, account, filter, now())),
  handle(linkPackageCalls.use, async ({ tx, account, now }, { grantId }) => ({
    days: await unitUse(tx, account, { grantId, now: now(), dayCount: 30 }),
  })),
  handle(linkPackageCalls.units, ({ tx, account, now }) => unitsOf(tx, account, now())),
]
