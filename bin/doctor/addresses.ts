import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { type Config, dialedHost } from '#bin/settings/config.ts'
import { type EsmeProtocol, esmeProtocols, ingressNames } from '#contract/apps/app-labels.ts'
import { errorCode, toError } from '#values/error.ts'
import { isKeyOf, pairsOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { type Finding, findingsOf } from './finding.ts'
import { connectTo, send } from './request.ts'

const servers = { console: '控制台', admin: '运营后台', openapi: '开放接口', redirect: '短链', callback: '上游回调' } as const
type Server = keyof typeof servers

/** Where the servers listen, and the addresses that others open. */
export interface Addresses {
  /** None for callbacks: nobody calls. */
  local: Record<Exclude<Server, 'callback'> | EsmeProtocol, string> & { callback?: string | undefined }
  public: Partial<Record<Server | EsmeProtocol, string>>
  monitoring: Record<string, string>
}

const text = z.string()
const written = z.looseObject({
  console: text,
  admin: text,
  openapi: text,
  redirect: text,
  callback: text.optional(),
  smpp: text,
  cmpp: text,
  monitoring: z.record(text, text),
  listening: z.looseObject({}).optional(),
})
const renewDays = 14
/** Of a certificate's life. */
const lastPart = 0.2
const dayMs = 86_400_000
/** Longest address that programs send, and that a proxy with its own defaults refuses. */
const longAddressLength = 40_000

/** Those of a running `start`, else those of the settings; the public ones unless they are left out. */
export async function readAddresses(config: Config, isLocal: boolean): Promise<Addresses> {
  const { host, monitoring } = config
  const at = (port: number) => `http://${dialedHost(host)}:${port}`
  const own = {
    console: at(config.consolePort),
    admin: at(config.adminPort),
    openapi: at(config.openApiPort),
    redirect: at(config.redirectPort),
    callback: config.upstreamCallback ? at(config.upstreamCallback.port) : undefined,
    smpp: `${dialedHost(host)}:${config.esmePorts.smpp}`,
    cmpp: `${dialedHost(host)}:${config.esmePorts.cmpp}`,
    monitoring: Object.fromEntries(
      pairsOf(monitoring.ports).map(([name, port]) => [name, `http://${dialedHost(monitoring.host)}:${port}`]),
    ),
  }
  const { monitoring: monitored, listening, ...found } = (await readWritten(config.dataDir)) ?? { ...own, listening: {} }
  return {
    local: { ...found, ...listening },
    public: Object.fromEntries(
      Object.entries({
        console: config.publicUrl,
        admin: config.adminPublicUrl,
        openapi: config.openApiUrl,
        redirect: config.shortLinkUrl,
        callback: config.upstreamCallback?.publicUrl,
        ...config.esmeAddresses,
      }).filter(([, address]) => address !== undefined && !isLocal),
    ),
    monitoring: monitored,
  }
}

async function readWritten(dataDir: string) {
  try {
    return written.parse(JSON.parse(await readFile(path.join(dataDir, 'addresses.json'), 'utf8')))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

const failure = async (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    error => toError(error).message || (errorCode(error) ?? '无法连接'),
  )

/** Whether every server answers where it listens, is ready, and is reached from outside with all that it needs. */
export async function checkAddresses(addresses: Addresses): Promise<Finding[]> {
  const { wrong, notice, ok } = findingsOf('程序')
  const readiness = await Promise.all(
    Object.entries(addresses.monitoring).map(async ([name, address]) => {
      const status = await send(new URL('/readyz', address)).then(
        answer => answer.status,
        () => null,
      )
      return { name, address, status }
    }),
  )
  if (readiness.every(({ status }) => status === null)) return [notice('平台没有运行，没有检查各地址，请启动后再检查')]
  const found = readiness.map(({ name, address, status }) => {
    if (status === 200) return ok(`${name} 已就绪`)
    return wrong(status === null ? `${name} 没有运行，请查看它的日志` : `${name} 未就绪，请打开 ${address}/readyz 查看原因`)
  })
  for (const server of Object.keys(servers)) if (isKeyOf(servers, server)) found.push(...(await checkServer(server, addresses)))
  return [...found, ...(await Promise.all(esmeProtocols.map(protocol => checkEsme(protocol, addresses))))]
}

async function checkEsme(protocol: EsmeProtocol, addresses: Addresses): Promise<Finding> {
  const { ok, wrong } = findingsOf(ingressNames[protocol])
  const address = addresses.public[protocol] ?? addresses.local[protocol]
  const problem = await failure(connectTo(address))
  return problem === null ? ok(`${address} 可以连接`) : wrong(`${address} 连接不上（${problem}），请检查域名解析和防火墙`)
}

async function checkServer(server: Server, addresses: Addresses): Promise<Finding[]> {
  const { ok, wrong } = findingsOf(servers[server])
  const local = addresses.local[server]
  if (local === undefined) return []
  const localProblem = await failure(expectHealth(local))
  if (localProblem !== null) return [wrong(`${local} 没有应答（${localProblem}），请查看程序的日志`)]
  const address = addresses.public[server]
  if (address === undefined || new URL(address).origin === new URL(local).origin) return [ok(`${local} 可以打开`)]
  try {
    const { certificate } = await expectHealth(address)
    const findings = [ok(`${address} 可以打开`), ...(await checkProxy(server, address))]
    if (certificate !== null && isDue(certificate, Date.now()))
      findings.push(wrong(`${address} 的证书将于 ${certificate.end.toISOString().slice(0, 10)} 到期，请续期`))
    return findings
  } catch (error) {
    return [wrong(`${address} 打不开（${toError(error).message}），请检查域名解析、代理和证书`)]
  }
}

/**
 * Whether a certificate should have been renewed: two weeks before its end, or later where it lives for days or hours.
 */
export const isDue = ({ from, end }: { from: Date; end: Date }, nowMs: number): boolean =>
  end.getTime() - nowMs < Math.min(renewDays * dayMs, (end.getTime() - from.getTime()) * lastPart)

async function expectHealth(address: string) {
  const answer = await send(new URL('/health', address))
  if (answer.status !== 200) throw new Error(`/health 应答 ${answer.status}`)
  return answer
}

/** Whether the proxy passes the largest bodies and the longest addresses on. */
async function checkProxy(server: Server, address: string): Promise<Finding[]> {
  const { ok, wrong } = findingsOf(servers[server])
  const page = '设置见 docs/operating/proxy.md'
  const byteCount = largestBodies[server]
  const found: Finding[] = []
  if (byteCount !== undefined) {
    const headers = { 'content-type': 'application/octet-stream', origin: new URL(address).origin }
    const asked = send(new URL('/api/uploads', address), { method: 'POST', headers, byteCount })
    const problem = await failure(asked.then(({ status }) => refuseStatus(status, [413])))
    const size = `${byteCount / 1024 ** 2} MB`
    found.push(
      problem === null ? ok(`代理放行 ${size} 的请求`) : wrong(`代理不放行 ${size} 的请求（${problem}），请调大请求体上限，${page}`),
    )
  }
  if (server !== 'openapi') return found
  const asked = send(new URL(`/openapi/v1/app?x=${'x'.repeat(longAddressLength)}`, address))
  const problem = await failure(asked.then(({ status }) => refuseStatus(status, [400, 414, 431, 494])))
  return [
    ...found,
    problem === null ? ok('代理放行 40 KB 的地址') : wrong(`代理不放行 40 KB 的地址（${problem}），请调大请求头上限，${page}`),
  ]
}

const largestBodies: Partial<Record<Server, number>> = {
  console: limits.uploadBytes,
  admin: limits.uploadBytes,
  openapi: 19 * 1024 ** 2,
}

function refuseStatus(status: number, refused: readonly number[]): void {
  if (refused.includes(status)) throw new Error(`应答 ${status}`)
}
