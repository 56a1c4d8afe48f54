import { openDb } from '#db/connect.ts'
import type { Platform } from './platform.ts'

/** Sets for how long the running platform's broadcasts wait for a recall before they start. */
export async function setRecallSeconds(platform: Pick<Platform, 'databaseUrl'>, value: number): Promise<void> {
  const db = openDb({ url: platform.databaseUrl, role: 'hongyan_platform', max: 1 })
  try {
    await db
      .insertInto('setting')
      .values({ name: 'broadcastRecallSeconds', value })
      .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
      .execute()
  } finally {
    await db.destroy()
  }
}
