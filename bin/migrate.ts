import { migrate } from '#db/migrate.ts'

const url = process.env.DATABASE_URL
if (!url) throw new Error('请设置 DATABASE_URL')
await migrate(url)
