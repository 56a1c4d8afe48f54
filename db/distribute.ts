import { readFile } from 'node:fs/promises'
import { PrimaryClient } from './primary.ts'

const statements = new URL('./distribute.sql', import.meta.url)

/**
 * Spreads a migrated database over the nodes of its Citus cluster, as its owner, while no program runs; again after
 * migrations that add tables. Returns how many nodes hold accounts.
 */
export async function distribute(url: string): Promise<number> {
  const owner = new PrimaryClient({ connectionString: url })
  await owner.connect()
  try {
    const { rows: known } = await owner.query<{ found: boolean }>(
      `select exists (select from pg_extension where extname = 'citus') as found`,
    )
    if (known[0]?.found !== true) throw new Error('该数据库没有 citus 扩展')
    await owner.query(await readFile(statements, 'utf8'))
    const { rows } = await owner.query<{ count: number }>(
      'select count(*)::integer as count from pg_dist_node where isactive and shouldhaveshards',
    )
    return rows[0]?.count ?? 0
  } finally {
    await owner.end()
  }
}
