import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { EsmeProtocol } from '#contract/apps/app-labels.ts'
import { type IcpRecord, parseIcpRecord } from '#contract/links/link-icp.ts'
import { monthsBack } from '#db/partitions.ts'
import { toError } from '#values/error.ts'
import { limits } from '#values/limits.ts'
import { hasGuessablePassword, isGuessableSecret } from './guessable.ts'

const port = (standard: number) => z.coerce.number().int().min(0).max(65_535).default(standard)

const hostPort = z.string().regex(/^.+:\d{1,5}$/, '须为“主机:端口”')

const flag = z.enum(['0', '1']).optional()

const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: port(4000),
  ADMIN_PORT: port(4001),
  OPENAPI_PORT: port(4002),
  SMPP_PORT: port(2776),
  SMPP_ADDRESS: hostPort.optional(),
  // Not 7890 either.
  CMPP_PORT: port(2780),
  CMPP_ADDRESS: hostPort.optional(),
  CMPP_GATEWAY_CODE: z.coerce.number().int().min(0).max(999_999).default(100_000),
  HANDSET_PORT: port(4003),
  CARRIER_SMPP_PORT: port(2775),
  // Not 7890, which many machines in China have a proxy on.
  CARRIER_CMPP_PORT: port(2777),
  CARRIER_SMGP_PORT: port(2778),
  CARRIER_SGIP_PORT: port(2779),
  CARRIER_HTTP_PORT: port(2781),
  SGIP_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  UPSTREAM_CALLBACK_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  UPSTREAM_CALLBACK_URL: z.url().optional(),
  MAIL_SMTP_PORT: port(2525),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().default('鸿雁 <no-reply@hongyan.example>'),
  REDIRECT_PORT: port(4004),
  PAYMENT_SIM_PORT: port(4005),
  MONITORING_HOST: z.string().default('127.0.0.1'),
  HTTP_MONITORING_PORT: port(4010),
  JOBS_MONITORING_PORT: port(4011),
  DISPATCH_MONITORING_PORT: port(4012),
  ESME_MONITORING_PORT: port(4013),
  REDIRECT_MONITORING_PORT: port(4014),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(20).default(0),
  PAYMENT_SIM: flag,
  PAYMENT_FILE: z.string().optional(),
  PAYMENT_SIM_URL: z.url().optional(),
  HANDSET_URL: z.url().optional(),
  PUBLIC_URL: z.url().optional(),
  SHORT_LINK_URL: z.url().optional(),
  SHORT_LINK_ICP: z
    .string()
    .refine(text => parseIcpRecord(text) !== null, '须为“网站名称 备案号”，例如：鸿雁短链 京ICP备12345678号-1')
    .optional(),
  OPENAPI_URL: z.url().optional(),
  DNS_SERVERS: z.string().optional(),
  HTTP_FAST_PATH: flag,
  WEBHOOK_LOOPBACK: flag,
  ADMIN_PUBLIC_URL: z.url().optional(),
  TRUST_PROXY: z.string().optional(),
  CARRIER_SIM: flag,
  STAFF_TOTP: flag,
  HONGYAN_DEMO: flag,
  DATA_DIR: z.string().default('./data'),
  FILES_AT: z
    .string()
    .regex(/^s3:\/\/[^/]+/, '写作 s3://桶/前缀')
    .optional(),
  ARCHIVE_TO: z.string().optional(),
  KEEP_MESSAGE_MONTHS: z.coerce.number().int().min(monthsBack).optional(),
  KEEP_REPLY_MONTHS: z.coerce.number().int().min(monthsBack).optional(),
  KEEP_VISIT_MONTHS: z.coerce.number().int().min(monthsBack).default(monthsBack),
  KEEP_LOG_DAYS: z.coerce.number().int().min(limits.auditLogDays).default(limits.auditLogDays),
  DATABASE_URL: z.string().optional(),
  DATABASE_APP_URL: z.string().optional(),
  DATABASE_PLATFORM_URL: z.string().optional(),
  DATABASE_DIRECT_URL: z.string().optional(),
  DATABASE_REPLICA_URL: z.string().optional(),
  HONGYAN_SECRET: z.string().min(32, '至少32个字符').optional(),
})

/** The programs that answer monitoring. */
export const monitoredPrograms = ['http', 'jobs', 'dispatch', 'esme', 'redirect'] as const
export type MonitoredProgram = (typeof monitoredPrograms)[number]

export interface Config {
  host: string
  consolePort: number
  adminPort: number
  openApiPort: number
  /** Ports of the servers that customers' programs log in to (ESME). */
  esmePorts: Record<EsmeProtocol, number>
  /** Their public addresses, `host:port`, where they differ from where the program listens. */
  esmeAddresses: Record<EsmeProtocol, string | undefined>
  /** What our message ids name as their gateway in CMPP. */
  cmppGatewayCode: number
  /** The simulated carrier's virtual handset and a port for each of its protocols. */
  handsetPort: number
  carrierPorts: { smpp: number; cmpp: number; smgp: number; sgip: number; http: number }
  /** Where gateways of SGIP connect to us; null: nowhere. */
  sgipPort: number | null
  /** Where upstreams by HTTP call us, and the address that they are told; null: nowhere. */
  upstreamCallback: { port: number; url: string; publicUrl: string | undefined } | null
  /** SMTP port of the simulated mailbox. */
  mailSmtpPort: number
  /** The server for outgoing mail; unset: the simulated one, or none. */
  smtpUrl: string | undefined
  /** Sender of mail: `Name <address>`. */
  mailFrom: string
  redirectPort: number
  paymentSimPort: number
  /** Where programs answer monitoring (bin/run/monitoring-server.ts), by program. */
  monitoring: { host: string; ports: Record<MonitoredProgram, number> }
  /** How long a program takes work after it has said that it ends, until load balancers have seen it. */
  drainSeconds: number
  /** Whether the payment simulator is started and replaces the gateways. */
  simulatesPayment: boolean
  /** The file of the merchant's contracts with the gateways; unset: nothing can be paid online. */
  paymentFile: string | undefined
  /** Public address of the simulator; unset with real gateways. */
  paymentSimUrl: string | undefined
  /** Public addresses behind a proxy, and the addresses of such proxies. */
  publicUrl: string | undefined
  adminPublicUrl: string | undefined
  /** Base of short links: `https://hy.example`. Unset: where the redirector listens. */
  shortLinkUrl: string | undefined
  /** How the domain of short links is filed. */
  shortIcpRecord: IcpRecord | null
  /** Public address of the open API behind a proxy. Unset: where it listens. */
  openApiUrl: string | undefined
  /** DNS servers for checks of customers' domains; none: those of the machine. */
  dnsServers: string[]
  /** Allows webhooks to loopback addresses, for development. Unset: unless this is production. */
  allowsWebhookLoopback: boolean
  /** Whether plain requests of programs and of visitors bypass Node's HTTP server (HTTP fast path). */
  hasFastPath: boolean
  trustProxy: string | undefined
  /** Public address of the virtual handset; unset with a real carrier. */
  handsetUrl: string | undefined
  /** Whether a simulated carrier is started and the default channels use it. */
  simulatesCarrier: boolean
  /** Whether staff need an authenticator to sign in: always in production. */
  isStaffTotpRequired: boolean
  /**
   * Whether an empty database gets demo accounts with known passwords; without it those of an earlier start are closed.
   */
  hasDemo: boolean
  /** The settings that make it production (public addresses, real carriers or payments); none: everything is local. */
  productionVariables: string[]
  dataDir: string
  /** Where files of accounts are, `s3://bucket/prefix`; unset: in the data folder. */
  filesAt: string | undefined
  /** Where old months of messages are, a folder or `s3://bucket/prefix`. */
  archiveTo: string
  /** What stays how long in the database (docs/operating/retention.md); messages null: without an end. */
  keep: { messageMonths: number | null; replyMonths: number | null; visitMonths: number; logDays: number }
  /** The owner's login, for migrations. Unset: the embedded PostgreSQL. */
  databaseUrl: string | undefined
  /** The programs' logins; unset: `databaseUrl` with their roles. */
  databaseAppUrl: string | undefined
  databasePlatformUrl: string | undefined
  /** The platform role's login that bypasses a pooler; unset: as `databasePlatformUrl`. */
  databaseDirectUrl: string | undefined
  /** A standby for reads that may be heavy. */
  databaseReplicaUrl: string | undefined
  secretText: string | undefined
}

const portVariables = Object.keys(environment.shape).filter(name => name.endsWith('PORT')) as `${string}PORT`[]

/** A one-line remedy for an error of listening that names the variable; null for any other error. */
export function portProblem(error: unknown, env: NodeJS.ProcessEnv): string | null {
  const { code, port } = error as { code?: string; port?: number }
  const reason = { EADDRINUSE: '已被别的程序占用', EACCES: '不允许使用' }[code ?? '']
  if (!reason || port === undefined) return null
  const settings: Record<string, unknown> = environment.parse(withoutEmpty(env))
  const variables = portVariables.filter(name => settings[name] === port)
  return `端口 ${port} ${reason}，请用环境变量 ${variables.join('、') || 'PORT'} 换一个（0：自动选择空闲端口）`
}

/** Prints it instead of a stack when a port error ends the program. */
export function logPortProblem(): void {
  process.on('uncaughtExceptionMonitor', error => {
    const problem = portProblem(error, process.env)
    if (problem === null) return
    console.error(problem)
    process.exit(1)
  })
}

const withoutEmpty = (env: NodeJS.ProcessEnv) => Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))

/** Where customers' programs log in, as they are told, `host:port`. */
export const esmeAddressesOf = ({ host, esmePorts, esmeAddresses }: Config): Record<EsmeProtocol, string> => ({
  smpp: esmeAddresses.smpp ?? `${dialedHost(host)}:${esmePorts.smpp}`,
  cmpp: esmeAddresses.cmpp ?? `${dialedHost(host)}:${esmePorts.cmpp}`,
})

/** The host for connecting to a listening address: this machine itself for a wildcard. */
export function dialedHost(host: string): string {
  const dialed = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  return dialed.includes(':') ? `[${dialed}]` : dialed
}

/** Loopback names of this machine. */
const isLoopback = (host: string) => /^(\[?::1\]?|127(\.\d{1,3}){3}|(.+\.)?localhost)$/i.test(host)

type Environment = z.infer<typeof environment>
const publicAddresses = ['PUBLIC_URL', 'ADMIN_PUBLIC_URL', 'OPENAPI_URL', 'SHORT_LINK_URL', 'UPSTREAM_CALLBACK_URL'] as const
const esmeAddresses = ['SMPP_ADDRESS', 'CMPP_ADDRESS'] as const
const simulations = ['HONGYAN_DEMO', 'CARRIER_SIM', 'PAYMENT_SIM'] as const

/** The settings that only make sense in production: strangers reach us, or messages and money are real. */
function productionVariablesOf(data: Environment): string[] {
  const isSet: Record<string, boolean> = {
    HOST: !isLoopback(data.HOST),
    ...Object.fromEntries(publicAddresses.map(name => [name, data[name] !== undefined && !isLoopback(new URL(data[name]).hostname)])),
    ...Object.fromEntries(esmeAddresses.map(name => [name, data[name] !== undefined && !isLoopback(data[name].replace(/:\d+$/, ''))])),
    TRUST_PROXY: data.TRUST_PROXY !== undefined,
    CARRIER_SIM: data.CARRIER_SIM === '0',
    PAYMENT_SIM: data.PAYMENT_SIM === '0',
    // A program that uses the simulator has its public address too.
    PAYMENT_FILE: data.PAYMENT_FILE !== undefined && data.PAYMENT_SIM_URL === undefined,
  }
  return Object.keys(isSet).filter(name => isSet[name])
}

/** Contradictory settings: known passwords, open simulators or staff without authenticators in production. */
function contradictionOf(data: Environment, production: readonly string[]): string | null {
  if (production.length === 0) return null
  const asked = [
    ...simulations.filter(name => data[name] === '1').map(name => `${name}=1`),
    ...(data.STAFF_TOTP === '0' ? ['STAFF_TOTP=0'] : []),
  ]
  if (asked.length === 0) return null
  return `环境变量 ${asked.join('、')} 不能与生产环境的设置 ${production.join('、')} 同时使用：演示账号和模拟器只在本机试用时提供，生产环境的运营人员须用身份验证器登录。请去掉其中一方`
}

function upstreamCallbackOf(data: Environment, isProduction: boolean): Config['upstreamCallback'] {
  const port = data.UPSTREAM_CALLBACK_PORT ?? (isProduction && data.UPSTREAM_CALLBACK_URL === undefined ? null : 8802)
  const publicUrl = data.UPSTREAM_CALLBACK_URL
  return port === null ? null : { port, url: publicUrl ?? `http://${dialedHost(data.HOST)}:${port}`, publicUrl }
}

const databaseUrls = ['DATABASE_URL', 'DATABASE_APP_URL', 'DATABASE_PLATFORM_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const

/** Secrets that strangers may know, in production. */
function guessableOf(data: Environment, production: readonly string[]): string | null {
  if (production.length === 0) return null
  if (data.HONGYAN_SECRET !== undefined && isGuessableSecret(data.HONGYAN_SECRET))
    return '环境变量 HONGYAN_SECRET 是示例或太简单，生产环境请换成随机的（如 openssl rand -base64 48 的输出），或去掉它，由平台生成'
  const guessable = databaseUrls.filter(name => data[name] !== undefined && hasGuessablePassword(data[name]))
  if (guessable.length === 0) return null
  return `环境变量 ${guessable.join('、')} 里的数据库密码是常见的或与用户名相同，生产环境请换成随机的密码`
}

/**
 * The programs' settings from the environment (docs/operating/settings.md). Throws a one-line message that names the
 * error.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = environment.safeParse(withoutEmpty(env))
  if (!parsed.success)
    throw new Error(parsed.error.issues.map(issue => `环境变量 ${issue.path.join('.')} 有误：${issue.message}`).join('；'))
  const { data } = parsed
  const productionVariables = productionVariablesOf(data)
  const problem = contradictionOf(data, productionVariables) ?? guessableOf(data, productionVariables)
  if (problem) throw new Error(problem)
  const isProduction = productionVariables.length > 0
  return {
    host: data.HOST,
    consolePort: data.PORT,
    adminPort: data.ADMIN_PORT,
    openApiPort: data.OPENAPI_PORT,
    esmePorts: { smpp: data.SMPP_PORT, cmpp: data.CMPP_PORT },
    esmeAddresses: { smpp: data.SMPP_ADDRESS, cmpp: data.CMPP_ADDRESS },
    cmppGatewayCode: data.CMPP_GATEWAY_CODE,
    handsetPort: data.HANDSET_PORT,
    carrierPorts: {
      smpp: data.CARRIER_SMPP_PORT,
      cmpp: data.CARRIER_CMPP_PORT,
      smgp: data.CARRIER_SMGP_PORT,
      sgip: data.CARRIER_SGIP_PORT,
      http: data.CARRIER_HTTP_PORT,
    },
    sgipPort: data.SGIP_PORT ?? (isProduction ? null : 8801),
    upstreamCallback: upstreamCallbackOf(data, isProduction),
    mailSmtpPort: data.MAIL_SMTP_PORT,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM,
    redirectPort: data.REDIRECT_PORT,
    paymentSimPort: data.PAYMENT_SIM_PORT,
    monitoring: {
      host: data.MONITORING_HOST,
      ports: {
        http: data.HTTP_MONITORING_PORT,
        jobs: data.JOBS_MONITORING_PORT,
        dispatch: data.DISPATCH_MONITORING_PORT,
        esme: data.ESME_MONITORING_PORT,
        redirect: data.REDIRECT_MONITORING_PORT,
      },
    },
    drainSeconds: data.DRAIN_SECONDS,
    simulatesPayment: !isProduction,
    paymentFile: data.PAYMENT_FILE,
    paymentSimUrl: data.PAYMENT_SIM_URL,
    publicUrl: data.PUBLIC_URL,
    adminPublicUrl: data.ADMIN_PUBLIC_URL,
    shortLinkUrl: data.SHORT_LINK_URL?.replace(/\/$/, ''),
    shortIcpRecord: data.SHORT_LINK_ICP === undefined ? null : parseIcpRecord(data.SHORT_LINK_ICP),
    openApiUrl: data.OPENAPI_URL?.replace(/\/$/, ''),
    dnsServers: (data.DNS_SERVERS ?? '').split(/[\s,]+/).filter(server => server !== ''),
    allowsWebhookLoopback: data.WEBHOOK_LOOPBACK ? data.WEBHOOK_LOOPBACK === '1' : !isProduction,
    hasFastPath: data.HTTP_FAST_PATH !== '0',
    trustProxy: data.TRUST_PROXY,
    handsetUrl: data.HANDSET_URL,
    simulatesCarrier: !isProduction,
    isStaffTotpRequired: isProduction || data.STAFF_TOTP === '1',
    hasDemo: !isProduction && data.HONGYAN_DEMO !== '0',
    productionVariables,
    dataDir: path.resolve(data.DATA_DIR),
    filesAt: data.FILES_AT,
    archiveTo: data.ARCHIVE_TO ?? path.resolve(data.DATA_DIR, 'archive'),
    keep: {
      messageMonths: data.KEEP_MESSAGE_MONTHS ?? null,
      replyMonths: data.KEEP_REPLY_MONTHS ?? null,
      visitMonths: data.KEEP_VISIT_MONTHS,
      logDays: data.KEEP_LOG_DAYS,
    },
    databaseUrl: data.DATABASE_URL,
    databaseAppUrl: data.DATABASE_APP_URL,
    databasePlatformUrl: data.DATABASE_PLATFORM_URL,
    databaseDirectUrl: data.DATABASE_DIRECT_URL,
    databaseReplicaUrl: data.DATABASE_REPLICA_URL || undefined,
    secretText: data.HONGYAN_SECRET,
  }
}

/** The settings of a program that a person starts: prints an error in one line and exits. */
export function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    console.error(toError(error).message)
    process.exit(1)
  }
}

/** The settings of a simulator, which has no authentication: in production it prints one line and exits. */
export function simulatorConfig(): Config {
  logPortProblem()
  const config = configOrExit()
  if (config.productionVariables.length === 0) return config
  console.error(`模拟器不能与生产环境的设置 ${config.productionVariables.join('、')} 同时使用`)
  process.exit(1)
}

/**
 * The platform's master secret: from the environment, else generated once and stored in the data folder, readable only
 * by its owner.
 */
export async function readSecret(config: Config): Promise<string> {
  // Several secrets (domain/platform/secret.ts), where lines can't be written as such.
  if (config.secretText) return config.secretText.replaceAll('\\n', '\n')
  const file = path.join(config.dataDir, 'secret')
  await mkdir(config.dataDir, { recursive: true })
  await writeFile(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return (await readFile(file, 'utf8')).trim()
}
