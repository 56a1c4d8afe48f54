/** Migrates the database at DATABASE_URL to the newest schema, for those who start the programs themselves. */
import { migrate } from '#db/migrate.ts'
import { configOrExit, readSecret } from './config.ts'
import { ownPasswords } from './database-urls.ts'

const config = configOrExit()
if (!config.databaseUrl) throw new Error('请设置 DATABASE_URL')
await migrate(config.databaseUrl, ownPasswords(config, await readSecret(config)))
