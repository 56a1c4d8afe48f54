import { createHash } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { asAccount, type Db, openDb } from '#db/connect.ts'
import { startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { seedReference } from '#db/seed/reference.ts'
import { grantSegments, verifyLedger } from '#domain/ledger/index.ts'
import { createAccount } from '#test/support/account.ts'
import { Program } from '#test/support/engine.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { readProcess } from './processor.ts'
import type { Peer } from './round.ts'

const secret = 'a secret of at least thirty-two letters'
const keySecret = 's'.repeat(32)

/** A migrated database. */
export interface BenchDatabase {
  url: string
  /** The servers' processes by name. */
  processes: Record<string, number>
  stop: () => Promise<void>
}

/** The bundled server, as durable as in production. */
export async function openEmbedded(isProfiled: boolean): Promise<BenchDatabase> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-bench-'))
  await chmod(folder, 0o755)
  const profiling = {
    shared_preload_libraries: 'pg_stat_statements',
    'pg_stat_statements.track': 'all',
    'pg_stat_statements.track_planning': 'on',
  }
  const server = await startEmbeddedPostgres({ dataDir: folder, settings: isProfiled ? profiling : {} })
  await server.preallocateWal()
  await migrate(server.url)
  return {
    url: server.url,
    processes: { PostgreSQL: server.pid },
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Our programs as in production, on a database of their own, for several accounts, each of which sends in turn. */
export async function startHongyan(options: {
  smppPort: number
  windowSize: number
  messageCount: number
  isProfiled?: boolean
  database?: BenchDatabase
  accountCount?: number
}): Promise<Peer> {
  const { isProfiled = false, accountCount = 1 } = options
  const server = options.database ?? (await openEmbedded(isProfiled))
  const owner = new pg.Client({ connectionString: server.url })
  await owner.connect()
  if (isProfiled) await owner.query('create extension pg_stat_statements')
  await seedReference(server.url, { secret, upstream: { host: '127.0.0.1', port: options.smppPort }, now: new Date() })
  const db = openDb({ url: server.url, role: 'hongyan_app' })
  const platformDb = openDb({ url: server.url, role: 'hongyan_platform' })
  // Staff may allow less at most than what is measured.
  await platformDb.insertInto('setting').values({ name: 'requestsPerSecond', value: 1_000_000 }).execute()
  await platformDb.updateTable('channel').set({ windowSize: options.windowSize, ratePerSecond: 1_000_000 }).execute()
  const callers: { account: AccountId; accessKeyId: string }[] = []
  for (let made = 0; made < accountCount; made += 1) callers.push(await createCaller(db, options.messageCount))
  const env = { DATABASE_URL: server.url, HONGYAN_SECRET: secret }
  const http = new Program('http', { ...env, PORT: '0', ADMIN_PORT: '0', OPENAPI_PORT: '0' })
  const openApi = new URL(String((await http.start()).openapi))
  const dispatch = new Program('dispatch', env)
  let requestCount = 0
  return {
    name: '鸿雁',
    port: Number(openApi.port),
    accepted: 'HTTP/1.1 200',
    programs: () => ({ http: http.pid!, ...server.processes, ...(dispatch.pid ? { dispatch: dispatch.pid } : {}) }),
    ...(isProfiled ? { profile: (messageCount: number) => profileOf(owner, messageCount) } : {}),
    requestOf: phones => {
      const body = JSON.stringify({ signature: '云栈', templateCode: 'SMS_1', phones })
      const { accessKeyId } = itemOrThrow(callers, requestCount++ % callers.length)
      const headers = `Host: bench\r\nAuthorization: Bearer ${accessKeyId}:${keySecret}\r\nContent-Type: application/json`
      return `POST /openapi/v1/messages HTTP/1.1\r\n${headers}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
    },
    connect: async () => {
      await dispatch.start()
    },
    drained: async messageCount => {
      while ((await deliveredCount(platformDb)) < messageCount) await pause(50)
      for (const { account } of callers) {
        const problems = await asAccount(db, account, tx => verifyLedger(tx, account))
        if (problems.length > 0) throw new Error(problems.join('\n'))
      }
    },
    stop: async () => {
      await dispatch.stop()
      await http.stop()
      await owner.end()
      await db.destroy()
      await platformDb.destroy()
      await server.stop()
    },
  }
}

async function deliveredCount(platformDb: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    -- across accounts: all of the bench
    select count(*)::integer as count from message where state = 'delivered'`.execute(platformDb)
  return firstOrThrow(rows).count
}

/** An account that may send this many messages, and its key. */
async function createCaller(db: Db, messageCount: number) {
  const { account } = await createAccount(db)
  const [accessKeyId, appId] = [`ak${newId().replaceAll('-', '')}`, newId()]
  await asAccount(db, account, async tx => {
    const signature = { text: '云栈', kind: 'company', purpose: 'own', state: 'approved', extension: '700001' }
    await tx
      .insertInto('signature')
      .values({ ...signature, accountId: account, signatureId: newId() })
      .execute()
    const template = {
      code: 'SMS_1',
      name: '通知',
      kind: 'transactional',
      text: '您的订单已发货，请注意查收。',
      variables: '[]',
      state: 'approved',
    }
    await tx
      .insertInto('template')
      .values({ ...template, accountId: account, templateId: newId() })
      .execute()
    await tx.insertInto('app').values({ accountId: account, appId, name: '订单系统' }).execute()
    const secretHash = createHash('sha256').update(keySecret).digest()
    await tx.insertInto('accessKey').values({ accessKeyId, accountId: account, appId, secretHash }).execute()
    const startsAt = new Date(Date.now() - 1000)
    const grant = { grantId: newId(), kind: 'general', name: '通用', source: 'gift' } as const
    await grantSegments(tx, account, {
      ...grant,
      segmentCount: messageCount,
      startsAt,
      expiresAt: new Date(Date.now() + 86_400_000),
    })
  })
  return { account, accessKeyId }
}

interface Statement {
  query: string
  calls: number
  rows: number
  microseconds: number
  planning: number
  plans: number
}

/**
 * Where the database's time went since its start, in microseconds a message: the processor time of its processes by
 * kind, and the statements that took longest, waits for locks and disk included.
 */
async function profileOf(owner: pg.Client, messageCount: number): Promise<string> {
  const { rows: processes } = await owner.query<{ pid: number; kind: string }>(
    `select pid, concat_ws(' ', backend_type, usename) as kind from pg_stat_activity where pid <> pg_backend_pid()`,
  )
  const kinds = new Map<string, number>()
  for (const { pid, kind } of processes) {
    const seconds = (await readProcess(String(pid)))?.seconds ?? 0
    kinds.set(kind, (kinds.get(kind) ?? 0) + (seconds * 1e6) / messageCount)
  }
  const { rows: statements } = await owner.query<Statement>(
    `select regexp_replace(query, '\\s+', ' ', 'g') as query, calls::integer, rows::integer, plans::integer,
      total_exec_time * 1000 / $1 as microseconds, total_plan_time * 1000 / $1 as planning
    from pg_stat_statements order by total_exec_time + total_plan_time desc limit 25`,
    [messageCount],
  )
  // A backend reports its counts at most once a second, when it is idle.
  await pause(1_500)
  const { rows: tables } = await owner.query<{
    name: string
    inserts: number
    updates: number
    hot: number
    deletes: number
    bytes: number
  }>(
    `select relname as name, n_tup_ins::integer as inserts, n_tup_upd::integer as updates, n_tup_hot_upd::integer as hot, n_tup_del::integer as deletes,
      pg_total_relation_size(relid)::integer as bytes
    from pg_stat_user_tables order by n_tup_ins + n_tup_upd + n_tup_del desc limit 15`,
  )
  const number = (value: number, width = 6) => String(Math.round(value)).padStart(width)
  return [
    ...[...kinds].sort(([, a], [, b]) => b - a).map(([kind, microseconds]) => `${number(microseconds)} µs ${kind}`),
    'inserts  updates  (HOT)  deletes   bytes',
    ...tables.map(
      one =>
        `${number(one.inserts, 7)} ${number(one.updates, 8)} ${number(one.hot, 6)} ${number(one.deletes, 8)} ${number(one.bytes, 9)}  ${one.name}`,
    ),
    'executed  planned (plans)   calls    rows',
    ...statements.map(
      one =>
        `${number(one.microseconds)} µs ${number(one.planning)} µs ${number(one.plans)} ${number(one.calls)} ${number(one.rows, 7)}  ${one.query.slice(0, 150)}`,
    ),
  ].join('\n')
}
