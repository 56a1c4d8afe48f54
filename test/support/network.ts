import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, connect as dial, type Socket } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { portOrThrow } from '#values/or-throw.ts'

const run = promisify(execFile)
const ip = (...args: string[]) => run('ip', args)

/** Another host: a network namespace with a cable to this machine. */
export interface OtherHost {
  /** For programs that shall run there. */
  namespace: string
  /** Addresses of this machine and of the host on their network. */
  here: string
  there: string
  /** Pulls the cable: packets are lost, and neither side is told. */
  cut: () => Promise<void>
  mend: () => Promise<void>
  close: () => Promise<void>
}

/** Connects another host; null: this machine does not allow network namespaces. */
export async function connectHost(): Promise<OtherHost | null> {
  const { pid } = process
  const [bridge, namespace, cable, plug] = [`hyb${pid}`, `hyn${pid}`, `hyc${pid}`, `hyp${pid}`] as const
  const net = `10.213.${pid % 250}`
  const [here, there] = [`${net}.1`, `${net}.2`]
  const within = (...args: string[]) => ip('-n', namespace, ...args)
  const close = async () => {
    await ip('netns', 'del', namespace)
    await ip('link', 'del', bridge)
  }
  try {
    await ip('netns', 'add', namespace)
    await ip('link', 'add', bridge, 'type', 'bridge')
  } catch {
    return null
  }
  await ip('addr', 'add', `${here}/24`, 'dev', bridge)
  await ip('link', 'set', bridge, 'up')
  await ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', plug, 'netns', namespace)
  await ip('link', 'set', cable, 'master', bridge, 'up')
  await within('addr', 'add', `${there}/24`, 'dev', plug)
  await within('link', 'set', plug, 'up')
  await within('link', 'set', 'lo', 'up')
  return {
    namespace,
    here,
    there,
    cut: async () => void (await ip('link', 'set', cable, 'down')),
    mend: async () => void (await ip('link', 'set', cable, 'up')),
    close,
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

/** Another host's program that takes an account's ledger in a transaction, and keeps it as long as it lives. */
export async function holdLedger(namespace: string, url: string, account: string): Promise<() => void> {
  const child = fork(path.join(import.meta.dirname, 'hold-ledger.ts'), [url, account], nodeIn(namespace))
  await once(child, 'message')
  return () => child.kill('SIGKILL')
}
