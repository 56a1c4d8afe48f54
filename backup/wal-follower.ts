import { Readable } from 'node:stream'
import { PrimaryClient } from '#db/primary.ts'
import type { Vault } from '#domain/platform/index.ts'
import { getOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { formatLsn, parseLsn, segmentName, segmentStart } from './lsn.ts'
import { databaseTime } from './make.ts'
import { names } from './manifest.ts'
import { Replication, readServerFacts, type ServerFacts } from './replication.ts'

interface Segment {
  start: bigint
  bytes: Buffer
}

/** Segments that wait in memory for the store before the server has to keep them. */
const mostWaiting = 8

/**
 * Streams the WAL from the server as it is written, and archives it: whole segments once, the newest again with each
 * pass. A replication slot keeps on the server what is not archived yet.
 */
export class WalFollower {
  readonly #vault: Vault
  readonly #series: string
  readonly #facts: ServerFacts
  /** One connection streams, the other asks. */
  readonly #stream: Replication
  readonly #control: Replication
  #waiting: Segment[] = []
  #current: Segment
  #position: bigint
  #archived: bigint
  #arrival = Promise.withResolvers<void>()
  /** Rejects when the server ends the stream. */
  readonly ended: Promise<never>

  private constructor(
    vault: Vault,
    series: string,
    facts: ServerFacts,
    connections: { stream: Replication; control: Replication },
    start: bigint,
    slot: string,
  ) {
    this.#vault = vault
    this.#series = series
    this.#facts = facts
    this.#stream = connections.stream
    this.#control = connections.control
    this.#position = start
    this.#archived = start
    this.#current = { start, bytes: Buffer.alloc(facts.segmentBytes) }
    this.ended = Promise.race([this.#follow(slot), connections.control.broken])
    this.ended.catch(() => undefined)
  }

  /** Continues where the slot ends; `isNew` says that there was none, so that a new backup must follow. */
  static async open(url: string, vault: Vault, series: string): Promise<{ follower: WalFollower; isNew: boolean }> {
    const connections = { stream: await Replication.open(url), control: await Replication.open(url) }
    const { control } = connections
    try {
      const facts = await readServerFacts(control)
      const slot = slotName(series)
      const isNew = await ensureSlot(control, slot)
      const rows = await control.query(`select restart_lsn from pg_replication_slots where slot_name = '${slot}'`)
      const restart = parseLsn(getOrThrow(itemOrThrow(rows, 0), 'restart_lsn'))
      const start = segmentStart(restart, facts.segmentBytes)
      return { follower: new WalFollower(vault, series, facts, connections, start, slot), isNew }
    } catch (error) {
      for (const connection of Object.values(connections)) connection.close()
      throw error
    }
  }

  async #follow(slot: string): Promise<never> {
    const from = formatLsn(this.#position)
    await this.#stream.copy(`START_REPLICATION SLOT ${slot} PHYSICAL ${from} TIMELINE ${this.#facts.timeline}`, message =>
      this.#receive(message),
    )
    throw new Error('the server has ended the stream of its WAL')
  }

  #receive(message: Buffer): void {
    const kind = String.fromCharCode(itemOrThrow(message, 0))
    // A keepalive may ask for an answer.
    if (kind === 'k' && message.readUInt8(17) === 1) this.#confirm()
    if (kind !== 'w') return
    const start = message.readBigUInt64BE(1)
    if (start !== this.#position) throw new Error(`the WAL continues at ${formatLsn(start)} instead of ${formatLsn(this.#position)}`)
    let data = message.subarray(25)
    while (data.length > 0) {
      const offset = Number(this.#position - this.#current.start)
      const part = data.subarray(0, this.#facts.segmentBytes - offset)
      part.copy(this.#current.bytes, offset)
      this.#position += BigInt(part.length)
      data = data.subarray(part.length)
      if (offset + part.length === this.#facts.segmentBytes) this.#turn()
    }
    this.#arrival.resolve()
    this.#arrival = Promise.withResolvers()
  }

  #turn(): void {
    this.#waiting.push(this.#current)
    this.#current = { start: this.#position, bytes: Buffer.alloc(this.#facts.segmentBytes) }
    if (this.#waiting.length >= mostWaiting) this.#stream.pause()
  }

  /**
   * Archives all that is committed by now. `between` runs after that moment and before the archive says so: what the
   * commits name must be in the store before them. Returns the moment.
   */
  async archive(between: () => Promise<void>): Promise<string> {
    const at = await databaseTime(this.#control)
    const rows = await this.#control.query('select pg_current_wal_flush_lsn() as lsn')
    const wanted = parseLsn(getOrThrow(itemOrThrow(rows, 0), 'lsn'))
    await between()
    while (this.#position < wanted) {
      await this.#archiveWhole()
      if (this.#position < wanted) await Promise.race([this.#arrival.promise, this.ended])
    }
    await this.#archiveWhole()
    const [until, { start, bytes }] = [this.#position, this.#current]
    const filled = Number(until - start)
    // A copy: more arrives meanwhile.
    if (filled > 0 && until > this.#archived)
      await this.#vault.put(names.partial(this.#series, this.#nameOf(start)), Readable.from([Buffer.from(bytes.subarray(0, filled))]))
    await this.#vault.putJson(names.walState(this.#series), { at, lsn: formatLsn(until), timeline: this.#facts.timeline })
    this.#archived = until
    this.#confirm()
    return at
  }

  async #archiveWhole(): Promise<void> {
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      const name = this.#nameOf(next.start)
      await this.#vault.put(names.segment(this.#series, name), Readable.from([next.bytes]))
      await this.#vault.store.remove(names.partial(this.#series, name))
      this.#waiting.shift()
      this.#archived = next.start + BigInt(this.#facts.segmentBytes)
      this.#confirm()
      if (this.#waiting.length < mostWaiting) this.#stream.resume()
    }
  }

  #nameOf(start: bigint): string {
    return segmentName(this.#facts.timeline, start, this.#facts.segmentBytes)
  }

  /** Tells the server what it need not keep; it keeps whole segments. */
  #confirm(): void {
    const message = Buffer.alloc(34)
    message.write('r')
    for (const offset of [1, 9, 17]) message.writeBigUInt64BE(this.#archived, offset)
    this.#stream.send(message)
  }

  close(): void {
    this.#stream.close()
    this.#control.close()
  }
}

const slotName = (series: string): string => `hongyan_backup_${series}`

/** Returns whether the slot had to be made: there was none, or the server gave up its WAL. */
async function ensureSlot(control: Replication, slot: string): Promise<boolean> {
  const [found] = await control.query(`select wal_status from pg_replication_slots where slot_name = '${slot}'`)
  if (found && found.get('wal_status') !== 'lost') return false
  if (found) await control.query(`DROP_REPLICATION_SLOT ${slot}`)
  await control.query(`CREATE_REPLICATION_SLOT ${slot} PHYSICAL (RESERVE_WAL)`)
  return true
}

/** The server keeps no WAL for a series any more. */
export async function dropSlot(url: string, series: string): Promise<void> {
  const client = new PrimaryClient({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active', [
      slotName(series),
    ])
  } finally {
    await client.end()
  }
}
