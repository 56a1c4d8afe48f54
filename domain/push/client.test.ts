import { createServer } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { isPublicAddress } from '#domain/platform/public-address.ts'
import { startReceiver, testClient } from '#test/support/webhook.ts'
import { firstOrThrow, portOrThrow } from '#values/or-throw.ts'
import { mayBeCalled, type WebhookClient, webhookWorld } from './client.ts'

const open: { close: () => unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})
const keep = <T extends { close: () => unknown }>(one: T): T => {
  open.push(one)
  return one
}

const post = (client: WebhookClient, url: string, isAccepted = (_: string) => true) =>
  client.post(url, { 'content-type': 'text/plain' }, 'event', isAccepted)

/** Production settings, except for DNS: the test answers for names. */
const strict = (names: Record<string, string[]> = {}) =>
  keep(testClient({ mayReach: isPublicAddress, resolve: host => Promise.resolve(names[host] ?? []) }))

test.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://127.1:8080/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[fd00::1]/',
  'http://[fe80::1]/',
  'http://0.0.0.0/',
  'http://10.1.2.3/',
  'http://100.100.100.200/latest/meta-data',
  'http://169.254.169.254/latest/meta-data',
  'http://192.168.1.1/',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://8.8.8.8:22/',
  'http://8.8.8.8:25/',
  'http://8.8.8.8:6667/',
])('%s is never asked', async url => {
  expect(await post(strict(), url)).toMatchObject({ outcome: 'closed', httpStatus: null })
  expect(mayBeCalled(webhookWorld(false), url, false)).toBe(false)
})

test('a name is judged by all its addresses, and the connection goes to the judged one', async () => {
  const receiver = keep(await startReceiver())
  const { port } = new URL(receiver.url)
  const inside = strict({ 'inside.example': ['10.0.0.1'], 'both.example': ['8.8.8.8', '127.0.0.1'], 'mapped.example': ['::ffff:10.0.0.1'] })
  for (const host of ['inside.example', 'both.example', 'mapped.example'])
    expect(await post(inside, `http://${host}:${port}/`)).toMatchObject({ outcome: 'closed' })

  // The DNS's second answer would lead elsewhere.
  const answers = [['127.0.0.1'], ['127.0.0.2']]
  const rebound = keep(testClient({ resolve: () => Promise.resolve(answers.shift() ?? []) }))
  expect(await post(rebound, `http://rebind.example:${port}/`)).toMatchObject({ outcome: 'delivered' })
  expect(firstOrThrow(receiver.deliveries).headers.host).toBe(`rebind.example:${port}`)
  expect(answers).toHaveLength(1)
})

test('loopback addresses are reachable in development only', () => {
  const { mayReach } = webhookWorld(true)
  expect(mayReach('127.0.0.1')).toBe(true)
  expect(mayReach('10.0.0.1')).toBe(false)
  expect(mayBeCalled(webhookWorld(false), 'http://localhost:3000/', false)).toBe(false)
  expect(mayBeCalled(webhookWorld(true), 'http://localhost:3000/', true)).toBe(true)
})

test('a redirect is not followed, wherever it leads', async () => {
  const elsewhere = keep(await startReceiver())
  for (const status of [301, 302, 303, 307, 308]) {
    const receiver = keep(await startReceiver((_, response) => void response.writeHead(status, { location: elsewhere.url }).end()))
    expect(await post(keep(testClient()), receiver.url)).toMatchObject({ outcome: 'redirect', httpStatus: status })
  }
  expect(elsewhere.deliveries).toHaveLength(0)
})

test('an endless answer is read up to a limit, and a silent one times out', async () => {
  const endless = keep(
    await startReceiver((_, response) => {
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    }),
  )
  let seen = ''
  expect(
    await post(keep(testClient()), endless.url, body => {
      seen = body
      return true
    }),
  ).toMatchObject({ outcome: 'delivered', httpStatus: 200 })
  expect(seen).toHaveLength(4_096)
  const silent = keep(await startReceiver(() => undefined))
  expect(await post(keep(testClient({ wholeTimeoutMs: 300 })), silent.url)).toMatchObject({ outcome: 'timeout' })
  const huge = keep(await startReceiver((_, response) => void response.writeHead(200, { 'x-long': 'x'.repeat(17_000) }).end()))
  expect(await post(keep(testClient()), huge.url)).toMatchObject({ outcome: 'connection' })
})

test('a keep-alive connection closed meanwhile fails no delivery', async () => {
  const server = createServer({ keepAlive: true }, (request, response) => {
    request.resume()
    response.end()
    // Half-closed by the server: the next request on it gets a reset.
    setImmediate(() => request.socket.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  keep(server)
  const client = keep(testClient())
  const url = `http://127.0.0.1:${portOrThrow(server)}/`
  for (let time = 0; time < 5; time += 1) expect(await post(client, url)).toMatchObject({ outcome: 'delivered' })
})

test('an unknown name is the customer’s mistake, unavailable DNS is not', async () => {
  const unknown = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
  const asking = (isOnline: boolean, error: Error) =>
    keep(testClient({ resolve: () => Promise.reject(error), isOnline: () => Promise.resolve(isOnline) }))
  expect(await post(asking(true, unknown), 'http://missing.example/')).toMatchObject({ outcome: 'name' })
  expect(await post(asking(false, unknown), 'http://missing.example/')).toMatchObject({ outcome: 'offline' })
  const away = Object.assign(new Error('no answer'), { code: 'ETIMEOUT' })
  expect(await post(asking(true, away), 'http://any.example/')).toMatchObject({ outcome: 'offline' })
})
