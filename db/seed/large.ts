/**
 * Seeds an account of the size that large customers have: `npm run seed:large -- [--messages 5000000] [--contacts
 * 1000000] [--days 92]`, with `--visits 50000000 [--links 1000]` also links and visits. Works on DATA_DIR or
 * DATABASE_URL like `npm start`, while the platform runs or is stopped. An interrupted run is resumed; a complete one
 * says so and changes nothing.
 */

import path from 'node:path'
import { parseArgs } from 'node:util'
import { openDb } from '#db/connect.ts'
import { findRunningPostgres, startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { PrimaryClient } from '#db/primary.ts'
import { seedLarge } from './large-seed.ts'
import { seedLargeVisits } from './large-visits.ts'

const { values: flags } = parseArgs({
  options: {
    messages: { type: 'string', default: '5000000' },
    contacts: { type: 'string', default: '1000000' },
    days: { type: 'string', default: '92' },
    visits: { type: 'string', default: '0' },
    links: { type: 'string', default: '1000' },
  },
})
const sizes = {
  messageCount: Number(flags.messages),
  contactCount: Number(flags.contacts),
  dayCount: Number(flags.days),
  visitCount: Number(flags.visits),
  linkCount: Number(flags.links),
}
if (!Object.values(sizes).every(size => Number.isSafeInteger(size) && size >= 0) || sizes.dayCount < 2 || sizes.dayCount > 180) {
  console.error(
    '用法：npm run seed:large -- [--messages 5000000] [--contacts 1000000] [--days 92] [--visits 0] [--links 1000]，天数为2到180',
  )
  process.exit(1)
}
const dataDir = path.resolve(process.env.DATA_DIR || './data')
const given = process.env.DATABASE_URL || (await findRunningPostgres(dataDir))
const own = given ? null : await startEmbeddedPostgres({ dataDir })
try {
  const url = given ?? own!.url
  await migrate(url)
  // One connection: the seed's temporary tables live in its session.
  const db = openDb({ url: process.env.DATABASE_PLATFORM_URL || url, role: 'hongyan_platform', max: 1 })
  const context = { ...sizes, now: new Date(), say: (text: string) => console.log(text) }
  const account = await seedLarge(db, context)
  if (sizes.visitCount > 0) await seedLargeVisits(db, account, context)
  await db.destroy()
  const owner = new PrimaryClient({ connectionString: url })
  await owner.connect()
  await owner.query('vacuum analyze')
  await owner.end()
} finally {
  await own?.stop()
}
