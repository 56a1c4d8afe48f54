import { openDb } from '#db/connect.ts'
import { findRunningPostgres } from '#db/embedded.ts'

/** Sets for how long the running platform's broadcasts wait for a recall before they start. */
export async function setRecallSeconds(dataDir: string, value: number): Promise<void> {
  const url = await findRunningPostgres(dataDir)
  if (!url) throw new Error('the platform has no running database')
  const db = openDb({ url, role: 'hongyan_platform', max: 1 })
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
