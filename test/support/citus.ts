import pg from 'pg'
import { distribute } from '#db/distribute.ts'
import { migrate } from '#db/migrate.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const template = 'template_hongyan'

/**
 * The address of a given server, or of a cluster's nodes, the coordinator's first: `TEST_DATABASE_URL`,
 * `TEST_WORKER_URLS`.
 */
export const testNodes = (): string[] =>
  [process.env.TEST_DATABASE_URL ?? '', ...(process.env.TEST_WORKER_URLS ?? '').split(' ')].filter(url => url !== '')

/** Whether tests run on a cluster. */
export const isCluster = testNodes().length > 1

/** Runs statements on a server, outside of transactions. */
export async function runOn(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The address of a database on a node. */
export const databaseAt = (node: string, name: string) => node.replace('/postgres?', `/${name}?`)

/** Creates an empty database with the extension on a node. */
export async function createOnNode(node: string, name: string): Promise<void> {
  await runOn(node, [`drop database if exists ${name} with (force)`, `create database ${name}`])
  await runOn(databaseAt(node, name), ['create extension citus'])
}

/** What the coordinator runs to take up a node. */
export function addNode(node: string): string {
  const { hostname, port } = new URL(node)
  return `select citus_add_node('${hostname}', ${port})`
}

/** Makes a migrated and distributed database on a coordinator and its workers. Returns its address. */
export async function makeDistributed(nodes: readonly string[], name: string): Promise<string> {
  for (const node of nodes) await createOnNode(node, name)
  const coordinator = firstOrThrow(nodes)
  const { hostname, port } = new URL(coordinator)
  const url = databaseAt(coordinator, name)
  await runOn(url, [`select citus_set_coordinator_host('${hostname}', ${port})`, ...nodes.slice(1).map(addNode)])
  await migrate(url)
  await distribute(url)
  return url
}

/** Makes the database that tests' databases are copied from, on the given server or each node of a cluster. */
export async function makeTemplate(nodes: readonly string[]): Promise<void> {
  const [server, ...workers] = nodes
  if (server !== undefined && workers.length === 0) {
    await runOn(server, [`drop database if exists ${template}`, `create database ${template}`])
    await migrate(databaseAt(server, template))
  } else await makeDistributed(nodes, template)
  for (const node of nodes)
    await runOn(node, [
      `alter database ${template} allow_connections false`,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`,
    ])
}

/** The port of the node that has the rows of an account. `url`: of the coordinator. */
export async function nodeOf(url: string, account: AccountId): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ port: string }>(
      `select nodeport::text as port from pg_dist_placement join pg_dist_node using (groupid)
      where shardid = get_shard_id_for_distribution_column('account', $1::uuid)`,
      [account],
    )
    return firstOrThrow(rows).port
  } finally {
    await client.end()
  }
}
