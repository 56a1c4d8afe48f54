import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { portOrThrow } from '#values/or-throw.ts'
import { type Addresses, checkAddresses, isDue } from './addresses.ts'
import { formatFinding } from './finding.ts'

const servers: Server[] = []
afterAll(() => {
  for (const server of servers) server.close()
})
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void, maxHeaderSize?: number): Promise<string> {
  const server = createServer(maxHeaderSize ? { maxHeaderSize } : {}, answer)
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${portOrThrow(server)}`
}

let program: string
let openProxy: string
let narrowProxy: string
let closed: string
beforeAll(async () => {
  program = await serve((_, response) => response.end('ok'))
  // Reads what it is sent, as a program behind a proxy does.
  openProxy = await serve(
    (request, response) => void request.resume().on('end', () => response.writeHead(request.url === '/health' ? 200 : 401).end()),
    65_536,
  )
  const widest = 1024 * 1024
  narrowProxy = await serve((request, response) => {
    const isLarge = Number(request.headers['content-length'] ?? 0) > widest
    response.writeHead(isLarge ? 413 : request.url === '/health' ? 200 : 401).end()
  }, 8_192)
  closed = await serve(() => undefined)
  servers.pop()?.close()
})

const address = (url: string) => new URL(url).host
const world = (part: Partial<Addresses>): Addresses => ({
  local: { console: program, admin: program, openapi: program, redirect: program, smpp: address(program), cmpp: address(program) },
  public: {},
  monitoring: { http: program, dispatch: program },
  ...part,
})
const check = async (part: Partial<Addresses>) => (await checkAddresses(world(part))).map(formatFinding)

test('programs that are ready, and a proxy that passes everything on, need nothing', async () => {
  const found = await check({
    public: {
      console: openProxy,
      admin: openProxy,
      openapi: openProxy,
      redirect: openProxy,
      smpp: address(openProxy),
      cmpp: address(openProxy),
    },
  })
  expect(found.filter(line => !line.startsWith('正常'))).toEqual([])
  expect(found).toEqual(
    expect.arrayContaining([
      '正常  程序：dispatch 已就绪',
      '正常  控制台：代理放行 100 MB 的请求',
      '正常  开放接口：代理放行 19 MB 的请求',
      '正常  开放接口：代理放行 40 KB 的地址',
      `正常  SMPP：${address(openProxy)} 可以连接`,
      `正常  CMPP：${address(openProxy)} 可以连接`,
    ]),
  )
})

test('a proxy with limits of its own is told apart, with what to mend', async () => {
  const found = await check({ public: { console: narrowProxy, openapi: narrowProxy } })
  expect(found.filter(line => line.startsWith('需改'))).toEqual([
    '需改  控制台：代理不放行 100 MB 的请求（应答 413），请调大请求体上限，设置见 docs/operating/proxy.md',
    '需改  开放接口：代理不放行 19 MB 的请求（应答 413），请调大请求体上限，设置见 docs/operating/proxy.md',
    '需改  开放接口：代理不放行 40 KB 的地址（应答 431），请调大请求头上限，设置见 docs/operating/proxy.md',
  ])
})

test('a program, an address or SMPP that does not answer is named', async () => {
  const local = { console: program, admin: closed, openapi: program, redirect: program, smpp: address(closed), cmpp: address(program) }
  const found = await check({ local, public: { redirect: closed }, monitoring: { http: program, jobs: closed } })
  expect(found.filter(line => line.startsWith('需改'))).toEqual([
    '需改  程序：jobs 没有运行，请查看它的日志',
    expect.stringMatching(/^需改 {2}运营后台：http:.* 没有应答（.*ECONNREFUSED.*），请查看程序的日志$/),
    expect.stringMatching(/^需改 {2}短链：http:.* 打不开（.*），请检查域名解析、代理和证书$/),
    expect.stringMatching(/^需改 {2}SMPP：.* 连接不上（.*），请检查域名解析和防火墙$/),
  ])
})

test('nothing is wrong with addresses of a platform that does not run', async () => {
  expect(await check({ monitoring: { http: closed, jobs: closed } })).toEqual(['注意  程序：平台没有运行，没有检查各地址，请启动后再检查'])
})

test.each([
  ['2026-08-28', '2026-11-26', '2026-11-11', false],
  ['2026-08-28', '2026-11-26', '2026-11-13', true],
  ['2026-11-26T00:00', '2026-11-26T12:00', '2026-11-26T09:00', false],
  ['2026-11-26T00:00', '2026-11-26T12:00', '2026-11-26T10:00', true],
])('a certificate from %s to %s on %s is due: %s', (from, end, now, due) =>
  expect(isDue({ from: new Date(from), end: new Date(end) }, new Date(now).getTime())).toBe(due),
)
