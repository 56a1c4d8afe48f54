import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#bin/run/free-port.ts'
import type { Peer } from './round.ts'

/** Installs Debian's Kannel where it is missing; says what to do when that fails. */
export async function installKannel(): Promise<void> {
  const isThere = await access('/usr/sbin/bearerbox').then(
    () => true,
    () => false,
  )
  if (isThere) return
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'kannel'],
  ]) {
    const [code] = await once(spawn('apt-get', args, { stdio: 'inherit' }), 'exit')
    if (code !== 0) throw new Error(`apt-get ${args.join(' ')} failed; install Debian's package kannel by hand`)
  }
}

/**
 * Kannel's fastest setup: reports matched in memory, its store a file that is written every ten seconds and never
 * synced.
 */
const configuration = (folder: string, { smppPort, windowSize }: KannelOptions, [adminPort, boxPort, httpPort]: readonly number[]) => `
group = core
admin-port = ${adminPort}
admin-password = bench
smsbox-port = ${boxPort}
log-file = "${folder}/bearerbox.log"
log-level = 3
box-allow-ip = "127.0.0.1"
store-type = file
store-location = "${folder}/kannel.store"
dlr-storage = internal
sms-outgoing-queue-limit = 1000000
sms-resend-freq = 1

group = smsc
smsc = smpp
smsc-id = carrier
host = 127.0.0.1
port = ${smppPort}
transceiver-mode = true
smsc-username = kannel
smsc-password = simulate
system-type = ""
max-pending-submits = ${windowSize}
reconnect-delay = 1

group = smsbox
bearerbox-host = 127.0.0.1
sendsms-port = ${httpPort}
log-file = "${folder}/smsbox.log"
log-level = 4

group = sendsms-user
username = bench
password = bench
max-messages = 10
`

interface KannelOptions {
  smppPort: number
  windowSize: number
  text: string
}

/** Kannel's bearerbox and smsbox, with a configuration and ports of their own. */
export async function startKannel(options: KannelOptions): Promise<Peer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kannel-bench-'))
  const file = path.join(folder, 'kannel.conf')
  const ports = [await freePort(), await freePort(), await freePort()] as const
  const [, boxPort, httpPort] = ports
  await writeFile(file, configuration(folder, options, ports))
  const bearerbox = startBox('bearerbox', file)
  await listening(bearerbox, boxPort)
  const smsbox = startBox('smsbox', file)
  await listening(smsbox, httpPort)
  const text = encodeURIComponent(options.text)
  return {
    name: 'Kannel',
    port: httpPort,
    accepted: 'HTTP/1.1 202',
    programs: () => ({ smsbox: smsbox.child.pid!, bearerbox: bearerbox.child.pid! }),
    requestOf: phones =>
      `GET /cgi-bin/sendsms?username=bench&password=bench&from=10690000&to=${phones.join('+')}&coding=2&charset=UTF-8&dlr-mask=31&text=${text} HTTP/1.1\r\nHost: bench\r\n\r\n`,
    // It connects by itself, with retries.
    connect: async () => undefined,
    drained: async () => undefined,
    stop: async () => {
      for (const { child, ended } of [smsbox, bearerbox]) {
        child.kill('SIGKILL')
        await ended
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface Box {
  name: string
  child: ChildProcess
  /** Resolves when it has ended, wanted or not: signals can't be sent to a box that ended by itself. */
  ended: Promise<unknown>
}

function startBox(name: string, file: string): Box {
  const child = spawn(`/usr/sbin/${name}`, [file], { stdio: 'ignore' })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  return { name, child, ended: once(child, 'exit').then(() => process.off('exit', kill)) }
}

async function listening({ name, child }: Box, port: number): Promise<void> {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`Kannel's ${name} ended before it was ready`)
    const socket = connect({ port, host: '127.0.0.1' })
    const isOpen = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'error').then(() => false)]).catch(
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await pause(50)
  }
}
