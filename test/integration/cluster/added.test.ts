import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { previewBroadcast, sendBroadcast } from '#domain/broadcast/index.ts'
import { verifyLedger } from '#domain/ledger/verify.ts'
import { prepareUpload } from '#test/support/broadcast.ts'
import { addNode, createOnNode, isCluster, nodeOf, runOn } from '#test/support/citus.ts'
import { type Engine, engineSecret, Program, startEngine } from '#test/support/engine.ts'
import { makeDataFolder } from '#test/support/folder.ts'
import { lastOrThrow } from '#values/or-throw.ts'
import { isLong, seenMessages } from '../engine/load.ts'
import { type Cluster, databaseName, openCluster } from './open.ts'

const accountCount = 20
const recipientCount = isLong ? 5_000 : 250

interface StateCount {
  state: string
  count: number
}

let cluster: Cluster
let engine: Engine
let jobs: Program
let folder: string
beforeAll(async () => {
  if (!isCluster) return
  cluster = await openCluster({ workerCount: 1, spareCount: 1 })
  folder = await makeDataFolder('hongyan-cluster-')
  engine = await startEngine({ url: cluster.url, db: cluster.platformDb, windowSize: 100 })
  // Endings of numbers mean nothing here.
  await engine.carrier('/api/behaviour', { rules: [{ match: 'all', behaviour: {} }] })
  await cluster.platformDb
    .updateTable('channel')
    .set({ carriers: ['mobile', 'broadnet'] })
    .execute()
  await cluster.platformDb.insertInto('setting').values({ name: 'broadcastRecallSeconds', value: 0 }).execute()
  jobs = new Program('jobs', { DATABASE_URL: cluster.url, HONGYAN_SECRET: engineSecret, DATA_DIR: folder })
  await jobs.start()
}, 180_000)
afterAll(async () => {
  await jobs?.stop()
  await engine?.close()
  await cluster?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

/** Ends a statement of the coordinator after a while. */
async function breakOff(statement: string): Promise<void> {
  await pause(5_000)
  await runOn(cluster.url, [`select pg_terminate_backend(pid) from pg_stat_activity where query = '${statement}' and state = 'active'`])
}

test.runIf(isCluster)(
  'a node is added and shards are moved to it while broadcasts are sent, with a break between: nothing is lost, all counts agree',
  {
    timeout: 1_200_000,
  },
  async () => {
    const { db, url } = cluster
    const spare = lastOrThrow(cluster.nodes)
    const sent: (Awaited<ReturnType<typeof prepareUpload>> & { broadcastId: string })[] = []
    for (let index = 0; index < accountCount; index += 1) {
      const now = new Date()
      const prepared = await prepareUpload(db, now, recipientCount, { grant: recipientCount * 2 })
      const { account, memberId, uploadId } = prepared
      const { broadcastId } = await asAccount(db, account, async tx => {
        const { segmentCount, amountHao } = await previewBroadcast(tx, account, { uploadId, scheduledAt: null, memberId, now })
        return sendBroadcast(tx, account, { uploadId, name: '', scheduledAt: null, expected: { segmentCount, amountHao }, memberId, now })
      })
      sent.push({ ...prepared, broadcastId })
    }
    const atCarrier = async () => (await engine.trace()).length
    while ((await atCarrier()) < accountCount * 10) await pause(50)

    const startedAtMs = performance.now()
    const seenBefore = await atCarrier()
    await createOnNode(spare.url, databaseName)
    await runOn(url, [addNode(spare.url)])
    // The first try is broken off; another one moves what is left.
    const rebalance = 'select rebalance_table_shards()'
    const first = runOn(url, [rebalance])
    await Promise.all([expect(first).rejects.toThrow('terminating connection'), breakOff(rebalance)])
    await runOn(url, ['call citus_cleanup_orphaned_resources()', rebalance])
    const seconds = (performance.now() - startedAtMs) / 1000
    const nodes = await Promise.all(sent.map(({ account }) => nodeOf(url, account)))
    const movedCount = nodes.filter(port => port === new URL(spare.url).port).length
    console.log(
      `${accountCount} broadcasts to ${recipientCount} each: ${movedCount} accounts moved in ${seconds.toFixed(1)} s, parts sent meanwhile: ${(await atCarrier()) - seenBefore}`,
    )
    expect(movedCount).toBeGreaterThan(0)

    const openCount = async () => {
      const counts = await Promise.all(
        sent.map(({ account }) =>
          asAccount(db, account, async tx => {
            const { rows } = await sql`
            select from message where account_id = ${account} and state in ('queued', 'submitted')
            union all select from broadcast where account_id = ${account} and state <> 'completed'`.execute(tx)
            return rows.length
          }),
        ),
      )
      return counts.reduce((sum, count) => sum + count)
    }
    await expect.poll(openCount, { timeout: 900_000, interval: 1_000 }).toBe(0)
    const { whole, twice } = await seenMessages(engine)
    expect(twice).toEqual([])
    const phones = sent.flatMap(one => one.phones)
    expect(phones.filter(phone => !whole.has(phone))).toEqual([])
    for (const { account, broadcastId } of sent)
      await asAccount(db, account, async tx => {
        const { rows: messages } = await sql<StateCount>`
        select state, count(*)::integer as count from message where account_id = ${account} group by state order by state`.execute(tx)
        const { rows: counted } = await sql<StateCount>`
        select state, message_count as count from broadcast_count
        where account_id = ${account} and broadcast_id = ${broadcastId} and message_count > 0 order by state`.execute(tx)
        expect(counted).toEqual([...messages, ...['made', 'submitted'].map(state => ({ state, count: recipientCount }))])
        expect(messages.reduce((sum, { count }) => sum + count, 0)).toBe(recipientCount)
        const delivered = messages.find(({ state }) => state === 'delivered')?.count
        const statistics = async () =>
          (
            await sql`select sum(accepted_count)::integer as accepted, sum(delivered_count)::integer as delivered from statistics_day
            where account_id = ${account}`.execute(tx)
          ).rows
        await expect.poll(statistics, { timeout: 60_000, interval: 500 }).toEqual([{ accepted: recipientCount, delivered }])
        expect(await verifyLedger(tx, account)).toEqual([])
      })
  },
)
