import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { buildPages, programFile } from '#bin/build/built.ts'
import { nodeFlagsOf } from '#bin/build/node-flags.ts'
import { buildMissingPrograms } from '#bin/build/programs.ts'
import { freePort } from '#bin/run/free-port.ts'
import type { ChannelProtocol, ChannelSettings } from '#contract/messages/channel-settings.ts'
import { usualTemplate } from '#contract/messages/http-channel.ts'
import { type DatabaseRole, type Db, urlAs } from '#db/connect.ts'
import { encryptChannelPassword } from '#domain/channels/channel-password.ts'
import { newId } from '#values/id.ts'
import { databaseAt } from './citus.ts'
import { freeMonitoringPorts } from './monitoring.ts'
import { nodeIn } from './network.ts'

const readyMessage = z.object({ ready: z.record(z.string(), z.unknown()) })
/** The addresses of the simulated carrier. */
export const carrierReady = z.object({
  carrier: z.object({ host: z.string(), smpp: z.number(), cmpp: z.number(), smgp: z.number(), sgip: z.number(), http: z.number() }),
  handset: z.string(),
})

const root = path.join(import.meta.dirname, '../..')
export const engineSecret = 'only programs that our tests start know this word: tulip 48'

export interface ProgramOptions {
  /** Gets each line of its log, which otherwise goes to the console. */
  onLog?: ((line: string) => void) | null
  /** The network namespace that it runs in (test/support/network.ts). */
  namespace?: string | null
}

/** The logins of programs where tests run behind a pooler (test/servers.ts), whose passwords are their names. */
function behindPooler(url = ''): Record<string, string> {
  const { TEST_POOLER_URL: pooler, TEST_DATABASE_URL: server = '' } = process.env
  const [, name = ''] = /\/([^/?]+)\?/.exec(url) ?? []
  // Some tests have servers of their own.
  if (pooler === undefined || url !== databaseAt(server, name)) return {}
  const loginOf = (role: DatabaseRole) => urlAs(databaseAt(pooler, name), role, role)
  return {
    DATABASE_APP_URL: loginOf('hongyan_app'),
    DATABASE_PLATFORM_URL: loginOf('hongyan_platform'),
    DATABASE_DIRECT_URL: urlAs(url, 'hongyan_platform'),
  }
}

/** One of our programs as a process of its own. */
export class Program {
  readonly #name: string
  readonly #file: string
  readonly #nodeFlags: string[]
  readonly #args: string[]
  readonly #env: Record<string, string>
  readonly #onLog: ((line: string) => void) | null
  readonly #namespace: string | null
  #child: ChildProcess | null = null

  constructor(name: string, env: Record<string, string>, args: string[] = [], { onLog = null, namespace = null }: ProgramOptions = {}) {
    this.#name = name
    this.#file = programFile(name)
    this.#nodeFlags = nodeFlagsOf(name)
    this.#args = args
    this.#env = env
    this.#onLog = onLog
    this.#namespace = namespace
  }

  /** Resolves with its addresses when it is ready. */
  async start(): Promise<Record<string, unknown>> {
    await buildMissingPrograms()
    // It serves them.
    if (this.#name === 'http') await buildPages()
    const env = {
      ...process.env,
      LOG_LEVEL: 'fatal',
      ...freeMonitoringPorts,
      CARRIER_CMPP_PORT: '0',
      CARRIER_SMGP_PORT: '0',
      CARRIER_SGIP_PORT: '0',
      SGIP_PORT: '0',
      CARRIER_HTTP_PORT: '0',
      UPSTREAM_CALLBACK_PORT: '0',
      ...this.#env,
      ...behindPooler(this.#env.DATABASE_URL),
    }
    const stdio = ['ignore', 'ignore', this.#onLog ? 'pipe' : 'inherit', 'ipc'] as const
    const node = this.#namespace ? nodeIn(this.#namespace, this.#nodeFlags) : { execArgv: this.#nodeFlags }
    const child = fork(this.#file, this.#args, { cwd: root, env, ...node, stdio: [...stdio] })
    if (this.#onLog) createInterface({ input: child.stderr! }).on('line', this.#onLog)
    this.#child = child
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`${this.#file} ended with status ${code} before it was ready`)
    })
    ended.catch(() => undefined)
    const [message] = await Promise.race([once(child, 'message'), ended])
    return readyMessage.parse(message).ready
  }

  /** Of the running process. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** Whether the last started process still runs, unless it was killed. */
  get isAlive(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** SIGKILL: without any cleanup. */
  kill(): Promise<void> {
    return this.#end('SIGKILL')
  }

  stop(): Promise<void> {
    return this.#end('SIGTERM')
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    this.#child = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
}

/**
 * Environment of a program whose host's wall clock is ahead by this much, in all its threads; the monotonic clock is
 * not.
 */
export function clockAhead(aheadMs: number): Record<string, string> {
  const script = `const hostNow = Date.now; globalThis.Date = class extends Date {
    constructor(...at) { super(...(at.length === 0 ? [hostNow() + ${aheadMs}] : at)) }
    static now() { return hostNow() + ${aheadMs} }
  }`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` }
}

export interface Engine {
  readonly dispatch: Program
  /** Starts another process of dispatch, then tells the one before to end. */
  replaceDispatch: () => Promise<void>
  channelId: string
  /** Another channel to the carrier, by another protocol; dispatch takes it up within seconds. */
  addChannel: (protocol: ChannelProtocol) => Promise<string>
  /** What the carrier accepted, a line for each part: phone, sender, carrier's id, part, text. */
  trace: () => Promise<string[][]>
  /** Calls the control API of the simulated carrier. */
  carrier: (pathname: string, body?: unknown) => Promise<unknown>
  close: () => Promise<void>
}

export interface EngineOptions {
  url: string
  /** With the platform's role. */
  db: Db
  windowSize: number
  /** Links; one unless told otherwise. */
  bindCount?: number
  ratePerSecond?: number
  reportDelayMs?: number
  /** Of the channel to the carrier; SMPP unless told otherwise. */
  protocol?: ChannelProtocol
}

const writing = { coding: 'ucs2', phoneForm: 'plain' } as const
/** The carrier's account and a channel's settings for each protocol. */
export const carrierAccounts: Record<ChannelProtocol, { systemId: string; settings: ChannelSettings }> = {
  smpp: { systemId: 'hongyan-notice', settings: { protocol: 'smpp' } },
  cmpp: { systemId: '901234', settings: { protocol: 'cmpp', version: '3.0', enterpriseCode: '', serviceId: '', ...writing } },
  smgp: {
    systemId: '10690001',
    settings: { protocol: 'smgp', version: '3.0', enterpriseCode: '', serviceId: '', productId: '', ...writing },
  },
  sgip: {
    systemId: 'hongyan',
    settings: { protocol: 'sgip', nodeNumber: '3010012345', enterpriseCode: '', serviceId: '', coding: 'ucs2' },
  },
  // Its address is known when the carrier runs.
  http: { systemId: 'hongyan-http', settings: { protocol: 'http', url: '', timeoutSeconds: 8, reports: 'both', api: usualTemplate } },
}

/** The address of the simulated carrier's HTTP API, and what it is asked for reports. */
export const simulatedApi = (host: string, port: number) => {
  const account = `http://${host}:${port}/2010-04-01/Accounts/{account}`
  return { url: `${account}/Messages.json`, api: { ...usualTemplate, queryUrl: `${account}/Messages/{id}.json` } }
}

/** A simulated carrier and dispatch, each a process of its own, with one channel between them. */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-engine-'))
  const traceFile = path.join(folder, 'trace')
  const args = ['--trace', traceFile, '--forget', '--report-delay-ms', String(options.reportDelayMs ?? 30)]
  const { protocol = 'smpp' } = options
  // Carrier and dispatch both know where reports of SGIP go.
  const sgip = { SGIP_PORT: protocol === 'sgip' ? String(await freePort()) : '0', UPSTREAM_CALLBACK_PORT: String(await freePort()) }
  const sim = new Program('carrier-sim', { ...sgip, CARRIER_SMPP_PORT: '0', HANDSET_PORT: '0', MAIL_SMTP_PORT: '0' }, args)
  const { carrier, handset } = carrierReady.parse(await sim.start())
  const addChannel = async (by: ChannelProtocol) => {
    const { systemId, settings } = carrierAccounts[by]
    const id = newId()
    await options.db
      .insertInto('channel')
      .values({
        channelId: id,
        name: `测试通道 ${by}`,
        host: carrier.host,
        port: carrier[by],
        systemId,
        settings: JSON.stringify(settings.protocol === 'http' ? { ...settings, ...simulatedApi(carrier.host, carrier.http) } : settings),
        encryptedPassword: encryptChannelPassword(engineSecret, id, 'simulate'),
        senderNumber: '10690000',
        kinds: ['otp', 'transactional', 'marketing'],
        carriers: ['broadnet'],
        windowSize: options.windowSize,
        ...(options.bindCount === undefined ? {} : { bindCount: options.bindCount }),
        ratePerSecond: options.ratePerSecond ?? 1_000_000,
      })
      .execute()
    return id
  }
  const channelId = await addChannel(protocol)
  const startDispatch = async () => {
    const program = new Program('dispatch', { ...sgip, DATABASE_URL: options.url, HONGYAN_SECRET: engineSecret })
    await program.start()
    return program
  }
  let dispatch = await startDispatch()
  return {
    get dispatch() {
      return dispatch
    },
    replaceDispatch: async () => {
      const before = dispatch
      dispatch = await startDispatch()
      await before.stop()
    },
    channelId,
    addChannel,
    trace: async () => {
      // The simulator writes its trace after 50 ms at most.
      await new Promise(resolve => setTimeout(resolve, 100))
      const text = await readFile(traceFile, 'utf8')
      return text.split('\n').flatMap(line => (line ? [line.split('\t')] : []))
    },
    carrier: async (pathname, body) => {
      const init = body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      const response = await fetch(handset + pathname, init)
      if (!response.ok) throw new Error(`${pathname} answers ${response.status}`)
      return response.json()
    },
    close: async () => {
      await dispatch.stop()
      await sim.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A seeded generator of random numbers in [0, 1) (mulberry32), so that a run can be repeated. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
