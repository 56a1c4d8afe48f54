import pg from 'pg'
import { distribute } from '#db/distribute.ts'
import { migrate } from '#db/migrate.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const template = 'template_hongyan'

/** Addresses of a cluster's nodes, the coordinator's first, from `TEST_DATABASE_URL` and `TEST_WORKER_URLS`. */
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

/** Makes the migrated and distributed database that tests' databases are copied from, on each node. */
export async function makeClusterTemplate(nodes: readonly string[]): Promise<void> {
  const [coordinator, ...workers] = nodes.map(url => new URL(url))
  const inTemplate = nodes.map(url => url.replace('/postgres?', `/${template}?`))
  for (const [index, url] of nodes.entries()) {
    await runOn(url, [`drop database if exists ${template} with (force)`, `create database ${template}`])
    await runOn(inTemplate[index] ?? url, ['create extension citus'])
  }
  const url = firstOrThrow(inTemplate)
  await runOn(url, [
    `select citus_set_coordinator_host('${coordinator?.hostname}', ${coordinator?.port})`,
    ...workers.map(worker => `select citus_add_node('${worker.hostname}', ${worker.port})`),
  ])
  await migrate(url)
  await distribute(url)
  for (const node of nodes)
    await runOn(node, [
      `alter database ${template} allow_connections false`,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`,
    ])
}
