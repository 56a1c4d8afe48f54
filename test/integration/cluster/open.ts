import { type Db, openDb } from '#db/connect.ts'
import { makeDistributed } from '#test/support/citus.ts'
import { type CitusNode, findCitus, startCitus } from '#test/support/citus-cluster.ts'

export const databaseName = 'hongyan'

export interface Cluster {
  /** The coordinator first, then the workers, then spare nodes that the cluster doesn't know. */
  nodes: CitusNode[]
  /** Of the coordinator, with the owner's rights. */
  url: string
  db: Db
  platformDb: Db
  close: () => Promise<void>
}

/** A cluster of its own, whose nodes may be stopped, with a migrated and distributed database. */
export async function openCluster({ workerCount, spareCount = 0 }: { workerCount: number; spareCount?: number }): Promise<Cluster> {
  const bin = findCitus()
  if (bin === null) throw new Error('no PostgreSQL of Debian has the extension citus')
  // A node that is stopped at once keeps what it has committed.
  const { nodes, close } = await startCitus(bin, workerCount + spareCount, true)
  const url = await makeDistributed(
    nodes.slice(0, workerCount + 1).map(node => node.url),
    databaseName,
  )
  const db = openDb({ url, role: 'hongyan_app' })
  const platformDb = openDb({ url, role: 'hongyan_platform' })
  await platformDb
    .insertInto('numberSegment')
    .values([
      { prefix: '138', carrier: 'mobile' },
      { prefix: '192', carrier: 'broadnet' },
    ])
    .execute()
  return {
    nodes,
    url,
    db,
    platformDb,
    close: async () => {
      await db.destroy()
      await platformDb.destroy()
      await close()
    },
  }
}
