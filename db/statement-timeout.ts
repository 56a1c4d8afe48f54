import net from 'node:net'
import path from 'node:path'
import type pg from 'pg'
import { suspiciousMs } from './pool-breaker.ts'

/** How long a canceled statement may still take before its connection is cut. */
const graceMs = 1_000

/** What the driver knows of a connection beyond its types. */
interface Wire {
  host: string
  port: number
  processID: number | null
  secretKey: number | null
  connection: pg.Connection
}
export const wireOf = (client: pg.ClientBase): Wire => client as unknown as Wire

interface Progress {
  runningCount: number
  /** When the oldest running statement became the server's next one. */
  sinceMs: number
  canceledAtMs: number | null
}

/**
 * Statement timeout of a pool. A statement without an answer for `timeoutMs` waits for a lock or takes too long, and is
 * canceled (57014); where that doesn't help, the server's process is frozen or unreachable, and the connection is cut.
 * Both are errors of an unavailable database. Done here and not by settings of the server, since those bind no frozen
 * process and don't pass every pooler. `suspect` is called for a statement that takes suspiciously long.
 */
export function addStatementTimeout(pool: pg.Pool, timeoutMs: number, suspect: () => void = () => undefined): void {
  const progressOf = new Map<pg.PoolClient, Progress>()
  pool.on('connect', client => {
    const progress = { runningCount: 0, sinceMs: 0, canceledAtMs: null }
    progressOf.set(client, progress)
    countStatements(client, progress)
  })
  pool.on('remove', client => progressOf.delete(client))
  const look = () => {
    if (pool.ended) clearInterval(timer)
    const nowMs = performance.now()
    for (const [client, progress] of progressOf)
      if (progress.runningCount > 0) {
        if (nowMs - progress.sinceMs >= suspiciousMs) suspect()
        watch(client, progress, nowMs, timeoutMs)
      }
  }
  const timer = setInterval(look, Math.min(timeoutMs, graceMs) / 4).unref()
}

function watch(client: pg.PoolClient, progress: Progress, nowMs: number, timeoutMs: number): void {
  if (progress.canceledAtMs === null) {
    if (nowMs - progress.sinceMs < timeoutMs) return
    progress.canceledAtMs = nowMs
    cancel(wireOf(client))
  } else if (nowMs - progress.canceledAtMs >= graceMs)
    wireOf(client).connection.stream.destroy(new Error('timeout expired: the server does not answer a statement'))
}

function countStatements(client: pg.PoolClient, progress: Progress): void {
  const { query } = client
  const ended = () => {
    progress.runningCount -= 1
    progress.sinceMs = performance.now()
    progress.canceledAtMs = null
  }
  const counted = (...args: unknown[]) => {
    const callback = args.at(-1)
    if (typeof callback === 'function')
      args[args.length - 1] = (...told: unknown[]) => {
        ended()
        callback(...told)
      }
    if (progress.runningCount === 0) progress.sinceMs = performance.now()
    progress.runningCount += 1
    const asked: unknown = Reflect.apply(query, client, args)
    if (asked instanceof Promise) asked.then(ended, ended)
    return asked
  }
  Object.defineProperty(client, 'query', { value: counted, writable: true, configurable: true })
}

const cancelRequestCode = 80_877_102

/** Sends a cancel request, on a connection of its own as the protocol wants it. It has no answer. */
function cancel({ host, port, processID, secretKey }: Wire): void {
  if (processID === null || secretKey === null) return
  const request = Buffer.alloc(16)
  request.writeInt32BE(16, 0)
  request.writeInt32BE(cancelRequestCode, 4)
  request.writeInt32BE(processID, 8)
  request.writeInt32BE(secretKey, 12)
  const socket = host.startsWith('/') ? net.connect(path.join(host, `.s.PGSQL.${port}`)) : net.connect(port, host)
  socket.setTimeout(graceMs, () => socket.destroy())
  // The connection is cut if the request doesn't arrive.
  socket.on('error', () => undefined)
  socket.end(request)
}
