import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import http, { createServer } from 'node:http'
import https from 'node:https'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#bin/run/free-port.ts'
import { hasCaddy, hasNginx, localCaddy, readRecipe, startCaddy, startNginx, withoutTls } from '#test/support/proxy.ts'
import { getOrThrow, portOrThrow } from '#values/or-throw.ts'

/** Stands for every program: shows the headers that arrive, and streams events one at a time. */
let releaseSecond = () => {}
const program = createServer((request, response) => {
  if (request.url !== '/events') return void response.end(JSON.stringify(request.headers))
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: first\n\n')
  releaseSecond = () => response.end('data: second\n\n')
})
let folder: string
const proxies: ChildProcess[] = []
/** How a client reaches each proxy. */
const ways = new Map<string, { open: typeof http.request; port: number }>()

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-proxy-'))
  await new Promise<void>(done => program.listen(0, '127.0.0.1', done))
  const portOf = () => portOrThrow(program)
  if (hasNginx) {
    const port = await freePort()
    proxies.push(await startNginx(folder, withoutTls(await readRecipe('hongyan.nginx.conf', portOf), port)))
    ways.set('nginx', { open: http.request, port })
  }
  if (hasCaddy) {
    const ports = [await freePort(), await freePort()] as const
    proxies.push(await startCaddy(folder, `{\n${localCaddy(folder, ports)}}\n${await readRecipe('Caddyfile', portOf)}`))
    ways.set('Caddy', { open: https.request, port: ports[1] })
  }
  for (const way of ways.keys())
    while (
      !(await ask(way, '/').then(
        () => true,
        () => false,
      ))
    )
      await pause(50)
})
afterAll(async () => {
  for (const proxy of proxies) proxy.kill()
  program.closeAllConnections()
  program.close()
  await rm(folder, { recursive: true, force: true })
})

const ask = (way: string, at: string, headers: Record<string, string> = {}) =>
  new Promise<http.IncomingMessage>((done, fail) => {
    const { open, port } = getOrThrow(ways, way)
    const host = 'console.example.com'
    const options = {
      host: '127.0.0.1',
      port,
      path: at,
      headers: { host, ...headers },
      servername: host,
      rejectUnauthorized: false,
      agent: false,
    }
    open(options, done).on('error', fail).end()
  })

const installed = { nginx: hasNginx, Caddy: hasCaddy }

describe.each(['nginx', 'Caddy'] as const)('%s', way => {
  test.runIf(installed[way])('an event reaches the client while the answer goes on', async () => {
    const answer = await ask(way, '/events')
    const events: string[] = []
    for await (const event of answer.setEncoding('utf8')) {
      events.push(event)
      // A proxy that waits for more never lets the client get here.
      if (events.length === 1) releaseSecond()
    }
    expect(events).toEqual(['data: first\n\n', 'data: second\n\n'])
  })

  test.runIf(installed[way])('the program sees the name that was typed, and the client’s address, not what the client claims', async () => {
    const answer = await ask(way, '/', { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' })
    const headers = JSON.parse((await answer.setEncoding('utf8').toArray()).join(''))
    expect(headers).toMatchObject({ host: 'console.example.com', 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' })
  })
})
