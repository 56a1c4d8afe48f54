/**
 * Migrates the database at DATABASE_URL to the newest schema and seeds its reference data, for those who start the
 * programs themselves.
 */

import { configOrExit, readSecret } from '#bin/settings/config.ts'
import { databaseUrls, ownerProblem, ownPasswords } from '#bin/settings/database-urls.ts'
import { migrate } from '#db/migrate.ts'
import { seedReference } from '#db/seed/reference.ts'
import { toError } from '#values/error.ts'

const config = configOrExit()
try {
  const { databaseUrl, productionVariables } = config
  if (!databaseUrl) throw new Error('请设置 DATABASE_URL')
  const problem = productionVariables.length > 0 ? await ownerProblem(databaseUrl) : null
  if (problem !== null) throw new Error(problem)
  const secret = await readSecret(config)
  await migrate(databaseUrl, ownPasswords(config, secret))
  await seedReference(databaseUrls(databaseUrl, config, secret).direct, { secret, upstream: null, now: new Date() })
} catch (error) {
  console.error(toError(error).message)
  process.exitCode = 1
}
