import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Outside } from '#domain/platform/public-request.ts'
import { portOrThrow } from '#values/or-throw.ts'
import { followTarget } from './target-follow.ts'

/** One server for all host names; the path decides the answer. */
let server: Server
let port: string
const asked: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.headers.host}${request.url}`)
    const [, what = '', ...rest] = request.url!.split('/')
    if (what === 'to') response.writeHead(302, { location: decodeURIComponent(rest.join('/')) }).end('never read')
    else if (what === 'round') response.writeHead(302, { location: '/round' }).end()
    else if (what === 'down') {
      const left = Number(rest[0])
      response.writeHead(left > 0 ? 301 : 200, left > 0 ? { location: `/down/${left - 1}` } : {}).end()
    } else if (what === 'drop') request.socket.destroy()
    else if (what === 'endless') {
      response.writeHead(200)
      response.write('a'.repeat(1_000_000))
    } else if (what === 'fat') response.writeHead(200, { 'x-fat': 'a'.repeat(64 * 1024) }).end()
    else if (what === 'mute') return
    else response.writeHead(Number(what) || 200).end()
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  port = String(portOrThrow(server))
})
afterAll(() => {
  server.closeAllConnections()
  return new Promise(done => server.close(done))
})

const missing = (code: string) => Object.assign(new Error(code), { code })
/** `inner.cn` resolves to our own network, `both.cn` to inside and outside, `none.cn` to nothing. */
const world = (more: Partial<Outside> = {}): Outside => ({
  resolve: async host => {
    if (host.endsWith('none.cn')) throw missing('ENOTFOUND')
    if (host === 'inner.cn') return ['10.0.0.1']
    if (host === 'both.cn') return ['127.0.0.1', '10.0.0.1']
    return ['127.0.0.1']
  },
  isOnline: async () => true,
  mayReach: address => address === '127.0.0.1',
  morePorts: [port],
  timeoutMs: 500,
  ...more,
})
const at = (host: string, path: string) => `http://${host}:${port}${path}`
const to = (target: string) => `/to/${encodeURIComponent(target)}`
const texts = ({ notes }: Awaited<ReturnType<typeof followTarget>>) => notes.map(note => note.text)

test('page that answers: reachable, without notes', async () => {
  expect(await followTarget(at('a.cn', '/200'), world())).toEqual({ outcome: 'reached', hops: [at('a.cn', '/200')], notes: [] })
})

test('redirects: followed to the end; another host gives a warning', async () => {
  const near = await followTarget(at('a.cn', to(at('www.a.cn', '/200'))), world())
  expect(near).toMatchObject({ outcome: 'reached', notes: [{ level: 'hint', text: '打开后会跳转1次，最后到 www.a.cn' }] })
  const far = await followTarget(at('a.cn', to(at('b.cn', '/404'))), world())
  expect(far.notes).toEqual([
    { level: 'warning', text: '打开后会跳转1次，最后到 b.cn' },
    { level: 'warning', text: '目标网页不存在（404）' },
  ])
  expect((await followTarget(at('a.cn', '/down/5'), world())).hops).toHaveLength(6)
})

test.each([
  ['/down/6', '跳转超过5次，访客可能打不开'],
  ['/drop/', '连接失败，访客可能打不开'],
  ['/fat/', '连接失败，访客可能打不开'],
  ['/mute/', '几秒内没有响应，访客可能打不开'],
  ['/503', '目标网站出错（503），访客可能打不开'],
  ['/403', '目标网站没有让我们查看（403），请自己打开确认'],
])('%s: %s', async (path, text) => expect(texts(await followTarget(at('a.cn', path), world()))).toContain(text))

test('redirect loop: reported', async () => {
  const round = await followTarget(at('a.cn', '/round'), world())
  expect(round).toMatchObject({ outcome: 'unreachable', notes: [{ level: 'warning', text: '会循环跳转，访客打不开' }] })
})

test('response body: not waited for', async () => {
  expect((await followTarget(at('a.cn', '/endless'), world())).outcome).toBe('reached')
})

test.each(['inner.cn', 'both.cn'])(
  'SSRF protection: %s is not requested, at first or by redirect, and nothing about it is revealed',
  async host => {
    asked.length = 0
    const direct = await followTarget(at(host, '/secret'), world())
    const onTheWay = await followTarget(at('a.cn', to(at(host, '/secret'))), world())
    for (const followed of [direct, onTheWay])
      expect(followed).toMatchObject({ outcome: 'unreachable', notes: [{ level: 'warning', text: '不能从公网的标准端口打开，无法检查' }] })
    expect(asked.filter(one => one.includes('secret'))).toEqual([at('a.cn', to(at(host, '/secret'))).slice('http://'.length)])
  },
)

test.each([
  'http://127.0.0.1/secret',
  'http://2130706433/secret',
  'http://[::ffff:7f00:1]/secret',
  'http://localhost/secret',
  'http://user@b.cn/secret',
  'file:///etc/passwd',
  'gopher://b.cn/',
  '//127.0.0.1/secret',
])('redirect to %s: not followed', async location => {
  asked.length = 0
  const followed = await followTarget(at('a.cn', to(location)), world())
  expect(followed.outcome).toBe('unreachable')
  expect(texts(followed)).toContain('会跳转到不能使用的地址')
  expect(asked).toHaveLength(1)
})

test('DNS rebinding: the request goes to the checked address', async () => {
  let times = 0
  const rebinding = world({
    resolve: async () => {
      times += 1
      return times === 1 ? ['127.0.0.1'] : ['10.0.0.1']
    },
  })
  expect((await followTarget(at('a.cn', '/200'), rebinding)).outcome).toBe('reached')
  expect(times).toBe(1)
})

test('SSRF protection: ports other than those of the web are refused', async () => {
  asked.length = 0
  expect((await followTarget(at('a.cn', '/200'), world({ morePorts: [] }))).outcome).toBe('unreachable')
  expect(asked).toEqual([])
})

test('unknown host name and missing network: told apart', async () => {
  expect(texts(await followTarget('https://none.cn/', world()))).toEqual(['域名没有解析记录，访客打不开'])
  const offline = await followTarget('https://none.cn/', world({ isOnline: async () => false }))
  expect(offline).toMatchObject({ outcome: 'unchecked', notes: [{ text: '暂时无法检查目标网址能否打开' }] })
  const refusing = world({ resolve: () => Promise.reject(missing('ECONNREFUSED')) })
  expect((await followTarget('https://a.cn/', refusing)).outcome).toBe('unchecked')
})
