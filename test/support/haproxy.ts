import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#bin/run/free-port.ts'
import { keysOf } from '#values/keys.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import { deployFolder } from './monitoring.ts'
import { isInstalled, withAdminPath } from './proxy.ts'

export const hasHaproxy = await isInstalled('haproxy', '-v')

/** The doors of two hosts, in the words of the recipe, and their ports there. */
const doors = { openapi: '4002', redirect: '4004', smpp: '2776' } as const
type Door = keyof typeof doors
/** A host's address, and the ports of its programs: the doors, and the monitoring of each. */
export interface HostPorts {
  address: string
  doors: Record<Door, { port: number; monitoring: number }>
}

/**
 * HAProxy by its recipe in front of two hosts, on this machine: each HTTP door has a port in place of a name.
 * Returns those ports.
 */
export async function startHaproxy(folder: string, hosts: readonly [HostPorts, HostPorts]) {
  const recipe = await readFile(path.join(deployFolder, 'proxy/two-hosts.haproxy.cfg'), 'utf8')
  const ports = { openapi: await freePort(), redirect: await freePort(), smpp: await freePort() }
  const config = recipe
    .replace(/^ {2}bind :80$/m, `  bind 127.0.0.1:${ports.openapi}\n  bind 127.0.0.1:${ports.redirect}`)
    .replace(/^ {2}bind :443 ssl .*$/m, '')
    .replace('hdr(host) -i sms.example.com', `dst_port ${ports.openapi}`)
    .replace(/^ {2}bind :2776$/m, `  bind 127.0.0.1:${ports.smpp}`)
    .replace(/server (a|b) [\d.]+:(4002|4004|2776) port \d+/g, (_, host: string, port: string) => {
      const door = keysOf(doors).find(name => doors[name] === port)
      const { address, doors: open } = itemOrThrow(hosts, host === 'a' ? 0 : 1)
      const { port: at, monitoring } = open[door ?? 'openapi']
      return `server ${host} ${address}:${at} port ${monitoring}`
    })
  const file = path.join(folder, 'haproxy.cfg')
  await writeFile(file, config)
  const child: ChildProcess = spawn('haproxy', ['-f', file, '-db'], { env: withAdminPath, stdio: 'inherit' })
  const isThere = () =>
    fetch(`http://127.0.0.1:${ports.openapi}/health`).then(
      answer => answer.ok,
      () => false,
    )
  while (!(await isThere())) {
    if (child.exitCode !== null) throw new Error(`HAProxy ended with status ${child.exitCode}`)
    await pause(50)
  }
  return { ports, stop: () => child.kill('SIGKILL') }
}
