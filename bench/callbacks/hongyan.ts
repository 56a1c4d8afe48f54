import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { WebhookFormat } from '#contract/push/push.ts'
import { asAccount, type Db, openDb } from '#db/connect.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { createApp } from '#domain/apps/index.ts'
import { recordReports } from '#domain/events/index.ts'
import { acceptSandbox, settleSandbox } from '#domain/messages/index.ts'
import { addWebhook } from '#domain/push/index.ts'
import { createAccount } from '#test/support/account.ts'
import { Program } from '#test/support/engine.ts'
import { type AccountId, newId } from '#values/id.ts'
import { itemOrThrow, portOrThrow } from '#values/or-throw.ts'
import { reached, startCounter } from './receiver.ts'

const secret = 'a secret of at least thirty-two letters'

/** A durable database with an account, and our delivering program. */
async function startOurs() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-bench-'))
  await chmod(folder, 0o755)
  const server = await startEmbeddedPostgres({ dataDir: folder })
  await migrate(server.url)
  const db = openDb({ url: server.url, role: 'hongyan_app' })
  const platformDb = openDb({ url: server.url, role: 'hongyan_platform' })
  const { account } = await createAccount(db)
  const jobs = new Program('jobs', { DATABASE_URL: server.url, HONGYAN_SECRET: secret, WEBHOOK_LOOPBACK: '1' })
  const stop = async () => {
    await jobs.stop()
    await db.destroy()
    await platformDb.destroy()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { db, platformDb, account, jobs, stop }
}

const hookTo = (db: Db, account: AccountId, port: number, format: WebhookFormat) =>
  asAccount(db, account, async tx => {
    const now = new Date()
    const { appId } = await createApp(tx, account, { name: `应用${port}`, kind: 'production', memberId: null, now })
    const choice = { url: `http://127.0.0.1:${port}/report`, format, kinds: ['report'] as const }
    await addWebhook(tx, account, secret, { appId, choice, now })
    return appId
  })

/** Ended messages with their reports enqueued. */
async function endMessages(db: Db, platformDb: Db, account: AccountId, appId: string, count: number): Promise<void> {
  const now = new Date()
  const common = {
    appId,
    kind: 'transactional',
    signatureId: null,
    templateId: null,
    carrier: 'mobile',
    content: '【云栈】已发货',
    segmentCount: 1,
  } as const
  for (let from = 0; from < count; from += 500) {
    const messages = Array.from({ length: Math.min(500, count - from) }, () => ({ ...common, messageId: newId(), phone: '19900000001' }))
    await asAccount(db, account, tx => acceptSandbox(tx, account, messages, now))
  }
  await settleSandbox(platformDb, new Date(now.getTime() + 60_000), (tx, owner, ended) =>
    recordReports(
      tx,
      owner,
      ended.map(one => ({ messageId: one.messageId, appId: one.appId, ingress: null })),
      now,
    ),
  )
}

/** Reports per second that reach a web server, by the shape of the request. */
export async function measureHongyan(reportCount: number): Promise<{ single: number; batched: number }> {
  const { db, platformDb, account, jobs, stop } = await startOurs()
  const measure = async (format: WebhookFormat) => {
    const counter = await startCounter()
    const appId = await hookTo(db, account, counter.port, format)
    await endMessages(db, platformDb, account, appId, reportCount)
    await jobs.start()
    await reached(counter.count, reportCount)
    await jobs.stop()
    await counter.close()
    return counter.perSecond()
  }
  const rates = { single: await measure('submail'), batched: await measure('hongyan') }
  await stop()
  return rates
}

const silentCount = 10
const trialCount = 100

/** Delay of single reports to a healthy web server, alone and beside others that never answer and have long queues. */
export async function measureNeighbours(): Promise<Record<string, Record<string, number>>> {
  const { db, platformDb, account, jobs, stop } = await startOurs()
  const counter = await startCounter()
  const appId = await hookTo(db, account, counter.port, 'hongyan')
  await jobs.start()
  const delays = async () => {
    const times: number[] = []
    for (let trial = 0; trial < trialCount; trial += 1) {
      const [before, beganMs] = [counter.count(), performance.now()]
      await endMessages(db, platformDb, account, appId, 1)
      await reached(counter.count, before + 1)
      times.push(performance.now() - beganMs)
    }
    const sorted = times.toSorted((a, b) => a - b)
    return {
      'p50 ms': Math.round(itemOrThrow(sorted, Math.floor(trialCount * 0.5))),
      'p95 ms': Math.round(itemOrThrow(sorted, Math.floor(trialCount * 0.95))),
    }
  }
  await delays()
  const alone = await delays()
  const silent = await Promise.all(Array.from({ length: silentCount }, () => startSilent()))
  for (const { port } of silent) await endMessages(db, platformDb, account, await hookTo(db, account, port, 'hongyan'), 2_000)
  const beside = await delays()
  await stop()
  await counter.close()
  for (const server of silent) await server.close()
  return { alone, [`beside ${silentCount} that hang`]: beside }
}

/** Accepts connections and never answers. */
async function startSilent() {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise(resolve => server.close(resolve))
  }
  return { port: portOrThrow(server), close }
}
