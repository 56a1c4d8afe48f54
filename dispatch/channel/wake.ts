import type pg from 'pg'
import type { Logger } from 'pino'
import { PrimaryClient } from '#db/primary.ts'
import { decodeWork, outboxWake, type Work } from '#domain/delivery/index.ts'
import { toError } from '#values/error.ts'

const reconnectMs = 2_000

/**
 * Listens for new work on a connection of its own (LISTEN/NOTIFY): a single code then leaves at once instead of at the
 * next poll. Without the connection, or where a pooler swallows notifications, only polling is left.
 */
export function listenForWork(url: string, onWork: (work: Work) => void, logger: Logger): { close: () => Promise<void> } {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const connect = async () => {
    const next = new PrimaryClient({ connectionString: url, keepAlive: true, keepAliveInitialDelayMillis: 10_000 })
    client = next
    const again = (error?: Error) => {
      if (isClosed || client !== next) return
      client = null
      logger.warn({ err: error }, 'not listening for work, looking only')
      void next.end().catch(() => undefined)
      timer = setTimeout(() => void connect(), reconnectMs)
    }
    next.on('error', again)
    next.on('end', () => again())
    next.on('notification', ({ payload }) => onWork(decodeWork(payload ?? '')))
    try {
      await next.connect()
      await next.query(`listen ${outboxWake}`)
    } catch (error) {
      again(toError(error))
    }
  }
  void connect()
  return {
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
