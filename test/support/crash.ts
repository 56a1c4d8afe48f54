import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** Kills a process of the server: it cuts every connection at once, and comes back after going through its log. */
export async function crashServer(url: string): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      process.kill(rows[0]!.pid, 'SIGKILL')
      return
    } catch {
      // It is not back from the last crash yet.
      await pause(50)
    } finally {
      // It may never tell of its end, since the server has ended it.
      void client.end().catch(() => undefined)
    }
  }
}

/** Whether it takes connections. */
export async function isBack(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}
