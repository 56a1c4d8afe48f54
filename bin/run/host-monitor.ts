import { randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '#db/connect.ts'
import { confirmProgram, endSystemAlert, raiseSystemAlert, removeProgram } from '#domain/platform/index.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { clockOffset, diskFree } from './metrics.ts'

export interface HostMonitorOptions {
  /** With the platform's role. */
  db: Db
  dataDir: string
  logger: Logger
  /** The program whose run is confirmed to staff; unset: none is. */
  program?: { name: string; version: string; monitoringUrl: string }
  /** The host's own clock, in milliseconds since 1970. */
  hostNowMs?: () => number
  freeBytes?: () => Promise<number>
}

const everyMs = 60_000
/** While the clock was not compared yet. */
const soonMs = 2_000

const problems = { clock_wrong: "the host's clock differs from the database's", disk_low: 'the disk is nearly full' } as const

/**
 * Host monitor: compares the host's clock with the database's and checks the free disk space, at once and each minute.
 * A problem is reported to staff and logged once, whichever of the host's programs finds it first.
 */
export class HostMonitor {
  readonly #options: HostMonitorOptions
  readonly #host = os.hostname()
  readonly #runId = randomUUID()
  readonly #hostNowMs: () => number
  #offsetMs: number | null = null
  #hasRoom = true
  #timer: NodeJS.Timeout | undefined

  constructor(options: HostMonitorOptions) {
    this.#options = options
    this.#hostNowMs = options.hostNowMs ?? Date.now
  }

  /** Resolves after the first check. */
  async start(): Promise<void> {
    await this.check()
    this.#timer = setTimeout(() => void this.start(), this.#offsetMs === null ? soonMs : everyMs).unref()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  /** The program has ended. */
  async remove(): Promise<void> {
    await removeProgram(this.#options.db, this.#runId)
  }

  /** The time by the database's clock: what one host accepts for five minutes must not be over on another. */
  readonly now = (): Date => new Date(this.nowMs())

  readonly nowMs = (): number => {
    const offsetMs = this.#offsetMs ?? 0
    // A smaller difference is only latency. Ids need whole milliseconds.
    return this.#hostNowMs() + (Math.abs(offsetMs) < limits.clockWarnedMs ? 0 : Math.round(offsetMs))
  }

  /** False while the clock is too far off, or not compared yet. */
  isClockRight(): boolean {
    return this.#offsetMs !== null && Math.abs(this.#offsetMs) < limits.clockRefusedMs
  }

  /** Whether the disk had room enough at the last check. */
  get hasRoom(): boolean {
    return this.#hasRoom
  }

  async check(): Promise<void> {
    try {
      await this.#checkClock()
      await this.#checkDisk()
      const { db, program } = this.#options
      if (program) await confirmProgram(db, { ...program, runId: this.#runId, host: this.#host })
    } catch (error) {
      // The last state stays; the next check follows.
      this.#options.logger.warn({ err: error }, 'clock and disk could not be looked at')
    }
  }

  async #checkClock(): Promise<void> {
    const offsetMs = await measureClockOffset(this.#options.db, this.#hostNowMs)
    if (offsetMs === null) return
    this.#offsetMs = offsetMs
    clockOffset.set(offsetMs / 1000)
    const seconds = (Math.abs(offsetMs) / 1000).toFixed(1)
    const isWrong = Math.abs(offsetMs) >= limits.clockWarnedMs
    const refuses = isWrong && !this.isClockRight()
    const detail = `比数据库的时钟${offsetMs < 0 ? '快' : '慢'}${seconds}秒${refuses ? '，这台服务器的发送程序已停止领取短信' : ''}，请检查时间同步`
    await this.#report('clock_wrong', isWrong ? detail : null, { offsetMs })
  }

  async #checkDisk(): Promise<void> {
    const freeBytes = await (this.#options.freeBytes ?? (() => freeBytesOf(this.#options.dataDir)))()
    diskFree.set(freeBytes)
    this.#hasRoom = freeBytes >= limits.minFreeBytes
    const isLow = freeBytes < limits.warnedFreeBytes
    const detail = `数据文件夹所在磁盘只剩${(freeBytes / 1024 ** 3).toFixed(1)} GiB，不足${limits.minFreeBytes / 1024 ** 3} GiB时暂停群发和导出`
    await this.#report('disk_low', isLow ? detail : null, { freeBytes })
  }

  /** Raises or ends an alert of this host. */
  async #report(kind: keyof typeof problems, detail: string | null, facts: Record<string, number>): Promise<void> {
    const { db, logger } = this.#options
    const alert = { kind, subject: this.#host }
    if (detail === null) {
      if (await endSystemAlert(db, alert)) logger.warn({ ...facts, kind }, 'what was wrong with this host is over')
    } else if (await raiseSystemAlert(db, { ...alert, detail })) logger.error({ ...facts, kind }, problems[kind])
  }
}

/** Milliseconds from a host's clock to the database's; null: the answer took too long to tell. */
export const measureClockOffset = (db: Db, hostNowMs: () => number): Promise<number | null> =>
  db.connection().execute(async connection => {
    // The first statement of a new connection may take longer.
    await sql`select 1`.execute(connection)
    const askedAtMs = hostNowMs()
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(connection)
    const answeredAtMs = hostNowMs()
    const isLate = answeredAtMs - askedAtMs > limits.clockWarnedMs
    return isLate ? null : firstOrThrow(rows).at.getTime() - (askedAtMs + answeredAtMs) / 2
  })

/** Free bytes of the disk where a folder is, or will be. */
export async function freeBytesOf(folder: string): Promise<number> {
  const facts = await statfs(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return facts ? facts.bavail * facts.bsize : freeBytesOf(path.dirname(folder))
}
