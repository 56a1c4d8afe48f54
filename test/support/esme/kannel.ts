import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#bin/run/free-port.ts'
import { getOrThrow, portOrThrow } from '#values/or-throw.ts'
import type { Esme, EsmeLogin } from './esme.ts'

const bearerbox = '/usr/sbin/bearerbox'
const smsbox = '/usr/sbin/smsbox'

export const isKannelInstalled = (): Promise<boolean> =>
  access(bearerbox).then(
    () => true,
    () => false,
  )

interface Ports {
  admin: number
  box: number
  send: number
  callback: number
}

const configuration = (folder: string, { port, systemId, password }: EsmeLogin, ports: Ports) => `
group = core
admin-port = ${ports.admin}
admin-password = test
smsbox-port = ${ports.box}
log-file = "${folder}/bearerbox.log"
log-level = 0
box-allow-ip = "127.0.0.1"
dlr-storage = internal
sms-resend-freq = 1

group = smsc
smsc = smpp
smsc-id = hongyan
host = 127.0.0.1
port = ${port}
transceiver-mode = true
smsc-username = ${systemId}
smsc-password = ${password}
system-type = ""
reconnect-delay = 1
max-pending-submits = 5

group = smsbox
bearerbox-host = 127.0.0.1
sendsms-port = ${ports.send}
log-file = "${folder}/smsbox.log"
log-level = 0

group = sendsms-user
username = test
password = test
max-messages = 10
concatenation = true

group = sms-service
keyword = default
catch-all = true
max-messages = 0
get-url = "http://127.0.0.1:${ports.callback}/inbound?from=%p&to=%P&coding=%c&text=%b"
`

/** By the bits of Kannel's dlr-mask. */
const endNames: Record<string, Esme['ends'][number]['end']> = { 1: 'delivered', 2: 'failed', 16: 'refused' }

/** Debian's Kannel, as a customer would run it: texts arrive by HTTP, reports and inbound messages leave by HTTP. */
export async function startKannelEsme(login: EsmeLogin): Promise<Esme> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kannel-esme-'))
  const ends: Esme['ends'] = []
  const inbound: Esme['inbound'] = []
  const callback = createHttpServer((request, response) => {
    const query = (request.url ?? '').slice((request.url ?? '').indexOf('?') + 1)
    const asked = new URLSearchParams(query)
    if (request.url?.startsWith('/inbound')) {
      const bytes = Buffer.from(unescapeBytes(/(?:^|&)text=([^&]*)/.exec(query)?.[1] ?? ''), 'latin1')
      const text = asked.get('coding') === '2' ? bytes.swap16().toString('utf16le') : bytes.toString('utf8')
      inbound.push({ from: getOrThrow(asked, 'from'), to: getOrThrow(asked, 'to'), text })
    } else {
      const end = endNames[getOrThrow(asked, 'type')]
      if (end) ends.push({ phone: getOrThrow(asked, 'phone'), end })
    }
    response.end()
  }).listen(0, '127.0.0.1')
  await once(callback, 'listening')
  const callbackPort = portOrThrow(callback)
  const { boxes, sendUrl } = await startBoxes(folder, login, callbackPort)
  return {
    send: async (phone, text) => {
      const report = `http://127.0.0.1:${callbackPort}/report?type=%d&phone=${phone}`
      const asked = `${sendUrl}&to=${phone}&dlr-url=${encodeURIComponent(report)}&text=${encodeURIComponent(text)}`
      const response = await fetch(asked)
      if (response.status !== 202) throw new Error(`Kannel answers ${response.status} ${await response.text()}`)
    },
    ends,
    inbound,
    stop: async () => {
      for (const box of boxes.reverse()) {
        if (box.exitCode !== null) throw new Error(`${box.spawnfile} ended by itself with status ${box.exitCode}`)
        const ended = once(box, 'exit')
        box.kill('SIGKILL')
        await ended
      }
      callback.close()
      callback.closeAllConnections()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const unescapeBytes = (text: string) =>
  text.replace(/\+/g, ' ').replace(/%([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

const maxStarts = 3

/** Both programs, ready. One whose port was taken ends or never answers: they are restarted on other ports. */
async function startBoxes(folder: string, login: EsmeLogin, callback: number) {
  const file = path.join(folder, 'kannel.conf')
  for (let start = 1; ; start += 1) {
    const [admin, box, send] = [await freePort(), await freePort(), await freePort()]
    await writeFile(file, configuration(folder, login, { admin, box, send, callback }))
    const boxes = [spawn(bearerbox, [file], { stdio: 'ignore' })]
    const sendUrl = `http://127.0.0.1:${send}/cgi-bin/sendsms?username=test&password=test&from=10690000&coding=2&charset=UTF-8&dlr-mask=31`
    try {
      await answering(`http://127.0.0.1:${admin}/status?password=test`, boxes, text => text.includes('online'))
      boxes.push(spawn(smsbox, [file], { stdio: 'ignore' }))
      await answering(sendUrl, boxes, () => true)
      return { boxes, sendUrl }
    } catch (error) {
      for (const box of boxes) box.kill('SIGKILL')
      if (start === maxStarts) throw error
    }
  }
}

/** Rejects when one of the programs has ended, or none is ready after a quarter of a minute. */
async function answering(url: string, boxes: ChildProcess[], isReady: (text: string) => boolean): Promise<void> {
  const ends = AbortSignal.timeout(15_000)
  for (;;) {
    const ended = boxes.find(box => box.exitCode !== null)
    if (ended) throw new Error(`${ended.spawnfile} ended with status ${ended.exitCode}`)
    const text = await fetch(url, { signal: AbortSignal.any([ends, AbortSignal.timeout(2_000)]) }).then(
      response => response.text(),
      () => null,
    )
    if (text !== null && isReady(text)) return
    ends.throwIfAborted()
    await pause(50)
  }
}
