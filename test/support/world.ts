import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { asAccount, type Db, openDb } from '#db/connect.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { submitSm } from '#protocol/smpp/pdu.ts'
import { encodeUcs2 } from '#protocol/text/ucs2.ts'
import { tableOf } from '#values/keys.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { giveLinkUnits } from './account.ts'
import { type Engine, Program, startEngine } from './engine.ts'
import { createSmppCustomer, type SmppCustomer, smppSecret } from './esme-server.ts'
import { makeDataFolder } from './folder.ts'
import { createLinks, type TestLink } from './links.ts'
import { admitHosts, type Cable } from './network.ts'
import { mountDisk, unmountDisk } from './small-disk.ts'
import { type Standby, startStandby } from './standby.ts'
import { createWebhook, startReceiver, webhookTestSecret } from './webhook.ts'

const accessKeyId = 'HYTEST0000000001'
const accessKeySecret = 'a-secret-of-a-key-0123456789'

export const programNames = ['http', 'jobs', 'redirect', 'esme'] as const
export type ProgramName = (typeof programNames)[number]

/**
 * A database, each program as a process, a simulated carrier, and a customer who sends by REST and SMPP, has links and
 * gets webhooks.
 */
export interface World {
  folder: string
  isSmallDisk: boolean
  server: EmbeddedPostgres
  standby: Standby | null
  url: string
  /** The same for programs on another host. */
  remoteUrl: string
  db: Db
  platformDb: Db
  engine: Engine
  customer: SmppCustomer
  links: TestLink[]
  programs: Record<ProgramName, Program>
  /** The addresses of the programs, new after each start. */
  addresses: Record<string, string>
  /** Lines of each program's log. */
  lines: Record<ProgramName, string[]>
  /** Messages that the webhook got. */
  notifiedIds: Set<string>
  /** Starts a program, and retries while it cannot. */
  start: (name: ProgramName) => Promise<void>
  /** Starts another process of a program, lets callers use it, and tells the one before to end. */
  replace: (name: ProgramName) => Promise<void>
  close: () => Promise<void>
}

export interface WorldOptions {
  /** The folder is a disk of its own of this size, where mounting is allowed. */
  diskMegabytes?: number | undefined
  httpEnv?: Record<string, string>
  /** For all programs but dispatch. */
  env?: Record<string, string>
  /** The database has a synchronous standby. */
  hasStandby?: boolean
  /** By which another host reaches the database, and the second its standby. */
  cables?: readonly Cable[]
}

export async function openWorld(
  messageCount: number,
  { diskMegabytes, httpEnv = {}, env = {}, hasStandby = false, cables = [] }: WorldOptions = {},
): Promise<World> {
  const folder = await makeDataFolder('hongyan-world-')
  const isSmallDisk = diskMegabytes !== undefined && (await mountDisk(folder, diskMegabytes))
  const server: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir: folder, settings: listenAt(cables[0]) })
  // As at every start of the product: a full disk refuses new rows then, and not their log.
  if (isSmallDisk) await server.preallocateWal()
  await migrate(server.url)
  await admitHosts(folder, server, cables)
  const standby = hasStandby ? await startStandby(server, folder, listenAt(cables[1])) : null
  const url = standby?.url ?? server.url
  const db = openDb({ url, role: 'hongyan_app' })
  const platformDb = openDb({ url, role: 'hongyan_platform' })
  await platformDb.insertInto('numberSegment').values({ prefix: '192', carrier: 'broadnet' }).execute()
  const customer = await createSmppCustomer({ db, platformDb, url } as never, messageCount * 4)
  const { account, systemId } = customer
  await platformDb.updateTable('esmeAccount').set({ ratePerSecond: 5_000 }).where('loginName', '=', systemId).execute()
  const notifiedIds = new Set<string>()
  const receiver = await startReceiver((delivery, response) => {
    for (const { data } of z.array(z.looseObject({ data: z.looseObject({ messageId: z.string() }) })).parse(JSON.parse(delivery.body)))
      notifiedIds.add(data.messageId)
    response.end()
  })
  const { appId } = await createWebhook(db, account, { url: receiver.url })
  await platformDb
    .insertInto('accessKey')
    .values({ accessKeyId, accountId: account, appId, secretHash: createHash('sha256').update(accessKeySecret).digest() })
    .execute()
  await asAccount(db, account, tx => giveLinkUnits(tx, account, 10_000_000))
  const links = await createLinks(platformDb, account, 50)
  const engine = await startEngine({ url, db: platformDb, windowSize: 100 })
  const addresses: Record<string, string> = {}
  const { programOf, lines } = programsOf({ DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'warn', ...env }, httpEnv)
  const programs = tableOf(programNames, programOf)
  const start = async (name: ProgramName) => {
    for (;;)
      try {
        Object.assign(addresses, await programs[name].start())
        return
      } catch {
        await pause(100)
      }
  }
  const replace = async (name: ProgramName) => {
    const before = programs[name]
    programs[name] = programOf(name)
    await start(name)
    await before.stop()
  }
  for (const name of programNames) await start(name)
  const close = async () => {
    for (const program of Object.values(programs)) await program.stop()
    await engine.close()
    await receiver.close()
    await db.destroy()
    await platformDb.destroy()
    await server.stop()
    await standby?.stop()
    if (isSmallDisk) await unmountDisk(folder)
    await rm(folder, { recursive: true, force: true })
  }
  return {
    folder,
    isSmallDisk,
    server,
    standby,
    url,
    remoteUrl: `postgresql://hongyan@${cables.map(({ here }) => here).join(',')}/postgres`,
    db,
    platformDb,
    engine,
    customer,
    links,
    programs,
    addresses,
    lines,
    notifiedIds,
    start,
    replace,
    close,
  }
}

const listenAt = (cable: Cable | undefined): Record<string, string> => (cable ? { listen_addresses: cable.here } : {})

/** The programs of a host, which it starts itself. */
export function programsOf(common: Record<string, string>, httpEnv: Record<string, string> = {}, namespace: string | null = null) {
  const env: Record<ProgramName, Record<string, string>> = {
    http: { HONGYAN_SECRET: webhookTestSecret, PORT: '0', ADMIN_PORT: '0', OPENAPI_PORT: '0', ...httpEnv },
    jobs: { HONGYAN_SECRET: webhookTestSecret, WEBHOOK_LOOPBACK: '1' },
    redirect: { HONGYAN_SECRET: webhookTestSecret, REDIRECT_PORT: '0' },
    esme: { HONGYAN_SECRET: smppSecret, SMPP_PORT: '0', CMPP_PORT: '0' },
  }
  const lines: World['lines'] = { http: [], jobs: [], redirect: [], esme: [] }
  const programOf = (name: ProgramName) =>
    new Program(name, { ...common, ...env[name] }, [], { onLog: line => lines[name].push(line), namespace })
  return { programOf, lines }
}

/** Numbers that the simulated carrier treats normally (those that end in 0001 to 0012 are special). */
export const phoneOf = (index: number) => `192${2000 + Math.floor(index / 9000)}${String(100 + (index % 9000)).padStart(4, '0')}`

/**
 * Sends a request under one key until it is answered, as a careful program does. Returns the message's id. `onOther`:
 * called with any other answer than success or 503.
 */
export async function request(world: World, index: number, onOther: (problem: string) => void): Promise<string> {
  const body = JSON.stringify({ signature: '鸿雁', templateCode: 'SMS_4', templateParam: { n: String(index) }, phones: [phoneOf(index)] })
  const headers = {
    authorization: `Bearer ${accessKeyId}:${accessKeySecret}`,
    'content-type': 'application/json',
    'idempotency-key': `request-${index}`,
  }
  for (;;) {
    const answer = await fetch(`${world.addresses.openapi}/openapi/v1/messages`, { method: 'POST', headers, body }).catch(
      (error: Error) => error.message,
    )
    if (typeof answer === 'string') onOther(answer)
    else if (answer.status === 200) {
      const { messages } = z.looseObject({ messages: z.array(z.looseObject({ messageId: z.string() })) }).parse(await answer.json())
      return firstOrThrow(messages).messageId
    } else if (answer.status !== 503) onOther(`${answer.status} ${await answer.text()}`)
    await pause(20)
  }
}

export const submitOf = (index: number) =>
  submitSm({
    dataCoding: 8,
    shortMessage: encodeUcs2(`【鸿雁】张三您好，您的订单已发货，请注意查收：${index}号包裹。`),
    source: '1069',
    destination: phoneOf(index),
    registeredDelivery: 1,
  })

/** Opens links one after the other until the end. */
export function visitLinks(world: World, isAnswerNeeded: boolean) {
  const counts: { answered: number; broken: number; wrong: number[] } = { answered: 0, broken: 0, wrong: [] }
  let isVisiting = true
  const visit = async () => {
    for (let index = 0; isVisiting; index += 1) {
      const link = itemOrThrow(world.links, index % world.links.length)
      const init = { redirect: 'manual', headers: { 'user-agent': 'Mozilla/5.0' } } as const
      const answer = await fetch(`${world.addresses.redirect}/${link.code}`, init).catch((error: Error) => {
        if (isAnswerNeeded) throw error
        return null
      })
      if (answer === null) counts.broken += 1
      else if (answer.status === 302) counts.answered += 1
      else counts.wrong.push(answer.status)
      await pause(10)
    }
    return counts
  }
  const visiting = visit()
  return {
    counts,
    end: () => {
      isVisiting = false
      return visiting
    },
  }
}

/** Visits of the customer's links in the database. */
export async function countVisits({ platformDb, customer }: World): Promise<number> {
  const { count } = await platformDb
    .selectFrom('visit')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('accountId', '=', customer.account)
    .executeTakeFirstOrThrow()
  return count
}

/** Counts from 0 to `count`, a few concurrently; `reached` resolves with a share of it. */
export function inParallel(count: number, clients: number, work: (index: number) => Promise<void>) {
  let next = 0
  const client = async () => {
    while (next < count) await work(next++)
  }
  const done = Promise.all(Array.from({ length: clients }, client))
  const reached = async (share: number) => {
    while (next < count * share) await pause(5)
  }
  return { done, reached }
}

/** The state of every message of the customer, and the number of waiting events. */
export function messagesAndEvents({ db, customer: { account } }: World) {
  return asAccount(db, account, async tx => ({
    messages: await tx
      .selectFrom('message')
      .select(['messageId', 'phone', 'state', 'maybeTwice'])
      .where('accountId', '=', account)
      .execute(),
    events: await tx.selectFrom('pushEvent').select('eventId').where('accountId', '=', account).where('state', '=', 'waiting').execute(),
  }))
}
