import type { Duplex, Writable } from 'node:stream'
import pg from 'pg'
import { primaryUrl } from '#db/primary.ts'
import { wireOf } from '#db/statement-timeout.ts'
import { toError } from '#values/error.ts'
import { getOrThrow, itemOrThrow } from '#values/or-throw.ts'

type Row = (string | null)[]

/** A connection of the replication protocol, which takes SQL too. Needs a login with the right of replication. */
export class Replication {
  readonly #client: pg.Client
  /** Rejects when the connection breaks. */
  readonly broken: Promise<never>

  private constructor(client: pg.Client) {
    this.#client = client
    const { promise, reject } = Promise.withResolvers<never>()
    this.broken = promise
    promise.catch(() => undefined)
    client.on('error', reject)
    client.on('end', () => reject(new Error('the connection to the database has ended')))
  }

  static async open(url: string): Promise<Replication> {
    // With the database's name its ordinary lines in pg_hba.conf admit the connection.
    const server = await primaryUrl(url)
    const client = new pg.Client({ connectionString: `${server}${server.includes('?') ? '&' : '?'}replication=database` })
    const replication = new Replication(client)
    await client.connect()
    return replication
  }

  /** The rows of a command without a copy, by the names of their columns. */
  async query(text: string): Promise<Map<string, string | null>[]> {
    const { rows } = await this.#client.query<Record<string, unknown>>(text)
    return rows.map(row => new Map(Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)])))
  }

  /**
   * Runs a command with a copy from the server; resolves with the rows of its other answers. An error of `onData`,
   * which gets each message, ends the connection.
   */
  copy(text: string, onData: (message: Buffer) => void): Promise<Row[][]> {
    const { promise, resolve, reject } = Promise.withResolvers<Row[][]>()
    const receive = (message: Buffer) => {
      try {
        onData(message)
      } catch (error) {
        this.#stream.destroy(toError(error))
      }
    }
    this.#client.query(new CopyCommand(text, receive, resolve, reject))
    return Promise.race([promise, this.broken])
  }

  /** Sends a message of the copy that goes both ways. */
  send(message: Buffer): void {
    const header = Buffer.alloc(5)
    header.write('d')
    header.writeInt32BE(message.length + 4, 1)
    this.#stream.write(Buffer.concat([header, message]))
  }

  /** Backpressure: no more is read from the server until the destination has room. */
  waitFor(destination: Writable): void {
    // What was read before still arrives.
    if (this.#stream.isPaused()) return
    this.pause()
    destination.once('drain', () => this.resume())
  }

  pause(): void {
    this.#stream.pause()
  }

  resume(): void {
    this.#stream.resume()
  }

  /** Ends at once, in the middle of a copy too. */
  close(): void {
    this.#stream.destroy()
  }

  get #stream(): Duplex {
    return wireOf(this.#client).connection.stream
  }
}

/** What the driver calls on a command of ours. */
class CopyCommand implements pg.Submittable {
  readonly #text: string
  readonly #onData: (chunk: Buffer) => void
  readonly #resolve: (answers: Row[][]) => void
  readonly #reject: (error: Error) => void
  readonly #answers: Row[][] = []

  constructor(text: string, onData: (chunk: Buffer) => void, resolve: (answers: Row[][]) => void, reject: (error: Error) => void) {
    this.#text = text
    this.#onData = onData
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#text)
  }

  handleRowDescription(): void {
    this.#answers.push([])
  }

  handleDataRow({ fields }: { fields: Row }): void {
    this.#answers.at(-1)?.push(fields)
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // A view of the driver's buffer, which it overwrites.
    this.#onData(Buffer.from(chunk))
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#resolve(this.#answers)
  }

  handleError(error: Error): void {
    this.#reject(error)
  }
}

export interface ServerFacts {
  systemId: string
  timeline: number
  /** Of the server's release, as 18. */
  majorVersion: number
  segmentBytes: number
}

export async function readServerFacts(replication: Replication): Promise<ServerFacts> {
  const system = itemOrThrow(await replication.query('IDENTIFY_SYSTEM'), 0)
  const facts = itemOrThrow(
    await replication.query(
      `select current_setting('server_version_num')::int / 10000 as version, setting as bytes from pg_settings where name = 'wal_segment_size'`,
    ),
    0,
  )
  return {
    systemId: getOrThrow(system, 'systemid'),
    timeline: Number(getOrThrow(system, 'timeline')),
    majorVersion: Number(getOrThrow(facts, 'version')),
    segmentBytes: Number(getOrThrow(facts, 'bytes')),
  }
}

export interface CopiedCluster {
  startLsn: string
  endLsn: string
  timeline: number
}

/**
 * Copies the whole cluster with the WAL that it needs as one tar (BASE_BACKUP). Throws when the server has tablespaces
 * of its own, whose folders another machine may not have.
 */
export async function copyCluster(replication: Replication, label: string, tar: Writable): Promise<CopiedCluster> {
  const slot = `hongyan_copy_${process.pid}`
  // Until this connection ends no WAL that the copy needs is recycled.
  await replication.query(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY PHYSICAL (RESERVE_WAL)`)
  let archiveCount = 0
  const answers = await replication.copy(
    `BASE_BACKUP (LABEL '${label}', CHECKPOINT 'fast', WAL true, WAIT false, MANIFEST 'no')`,
    message => {
      const kind = String.fromCharCode(itemOrThrow(message, 0))
      if (kind === 'n') archiveCount += 1
      if (kind === 'd' && archiveCount === 1 && !tar.write(message.subarray(1))) replication.waitFor(tar)
    },
  )
  // A destination that ends says no more when it has room.
  replication.resume()
  if (archiveCount !== 1) throw new Error('数据库有自定义的表空间，不能备份：请把它们移回默认表空间')
  tar.end()
  const [[start] = [], , [end] = []] = answers
  const [startLsn, timeline] = start ?? []
  const [endLsn] = end ?? []
  if (!startLsn || !timeline || !endLsn) throw new Error('the server did not say where its copy begins and ends')
  return { startLsn, endLsn, timeline: Number(timeline) }
}
