import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { appendFile } from 'node:fs/promises'
import { createServer, connect as dial, type Socket } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { openClusterHome } from '#db/embedded.ts'
import { portOrThrow } from '#values/or-throw.ts'

const run = promisify(execFile)
const ip = (...args: string[]) => run('ip', args)

/** A cable between this machine and another host, which is a network namespace. */
export interface Cable {
  /** For programs that shall run on the host. */
  namespace: string
  /** Addresses of this machine and of the host on the cable's network. */
  here: string
  there: string
  /** Pulls it: packets are lost, and neither side is told. */
  cut: () => Promise<void>
  mend: () => Promise<void>
}

/** Connects another host; null: this machine does not allow network namespaces. */
export async function connectHost(cableCount = 1): Promise<{ cables: Cable[]; close: () => Promise<void> } | null> {
  const { pid } = process
  const namespace = `hongyan-${pid}`
  try {
    await ip('netns', 'add', namespace)
  } catch {
    return null
  }
  await ip('-n', namespace, 'link', 'set', 'lo', 'up')
  const cables: Cable[] = []
  const bridges = Array.from({ length: cableCount }, (_, index) => `hyb${pid}-${index}`)
  for (const [index, bridge] of bridges.entries()) {
    const [cable, plug] = [`hyc${pid}-${index}`, `hyp${pid}-${index}`]
    const net = `10.${213 + index}.${pid % 250}`
    const [here, there] = [`${net}.1`, `${net}.2`]
    await ip('link', 'add', bridge, 'type', 'bridge')
    await ip('addr', 'add', `${here}/24`, 'dev', bridge)
    await ip('link', 'set', bridge, 'up')
    await ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', plug, 'netns', namespace)
    await ip('link', 'set', cable, 'master', bridge, 'up')
    await ip('-n', namespace, 'addr', 'add', `${there}/24`, 'dev', plug)
    await ip('-n', namespace, 'link', 'set', plug, 'up')
    const set = async (state: 'up' | 'down') => void (await ip('link', 'set', cable, state))
    cables.push({ namespace, here, there, cut: () => set('down'), mend: () => set('up') })
  }
  return {
    cables,
    close: async () => {
      await ip('netns', 'del', namespace)
      for (const bridge of bridges) await ip('link', 'del', bridge)
    },
  }
}

/** How Node starts in a namespace. */
export const nodeIn = (namespace: string, flags: readonly string[] = []) => ({
  execPath: 'ip',
  execArgv: ['netns', 'exec', namespace, process.execPath, ...flags],
})

/** Makes a port of the loopback reachable from other hosts, at a free port of `host`. */
export async function relay(host: string, port: number): Promise<{ port: number; close: () => void }> {
  const sockets = new Set<Socket>()
  const server = createServer(incoming => {
    const onward = dial(port, '127.0.0.1')
    for (const [one, other] of [
      [incoming, onward],
      [onward, incoming],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy()).on('close', () => sockets.delete(one))
      one.pipe(other)
    }
  })
  server.listen(0, host)
  await once(server, 'listening')
  return {
    port: portOrThrow(server),
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** A server admits the hosts of cables from now on. */
export async function admitHosts(dataDir: string, server: { pid: number }, cables: readonly Cable[]): Promise<void> {
  const file = path.join((await openClusterHome(dataDir)).home, 'cluster', 'pg_hba.conf')
  await appendFile(file, cables.map(({ here }) => `host all all ${here}/24 trust\n`).join(''))
  process.kill(server.pid, 'SIGHUP')
}

/** Another host's program that takes an account's ledger in a transaction, and keeps it as long as it lives. */
export async function holdLedger(namespace: string, url: string, account: string): Promise<() => void> {
  const child = fork(path.join(import.meta.dirname, 'hold-ledger.ts'), [url, account], nodeIn(namespace))
  await once(child, 'message')
  return () => child.kill('SIGKILL')
}
