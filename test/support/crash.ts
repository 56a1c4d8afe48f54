import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { firstOrThrow } from '#values/or-throw.ts'

/**
 * Crashes the server by killing one of its processes: it cuts every connection at once, and returns after recovery from
 * its WAL.
 */
export async function crashServer(url: string): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      process.kill(firstOrThrow(rows).pid, 'SIGKILL')
      return
    } catch {
      // It has not recovered from the last crash yet.
      await pause(50)
    } finally {
      // Its end may never resolve, since the server has closed it.
      void client.end().catch(() => undefined)
    }
  }
}

/** Whether it accepts connections. */
export async function isBack(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}
