import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

const port = (standard: number) => z.coerce.number().int().min(0).max(65_535).default(standard)

const flag = z.enum(['0', '1']).optional()

/** `postgresql://a,b/…` and `?host=a,b`, as libpq knows them. */
const severalHosts = /^\w+:\/\/[^/?]*,|[?&]host=[^&]*(,|%2C)/i
const databaseUrl = z.string().refine(text => !severalHosts.test(text), '只能写一个主机；主备切换请在前面放置代理或虚拟IP，并写它的地址')

const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: port(4000),
  ADMIN_PORT: port(4001),
  OPENAPI_PORT: port(4002),
  SMPP_PORT: port(2776),
  SMPP_ADDRESS: z
    .string()
    .regex(/^.+:\d{1,5}$/, '须为“主机:端口”')
    .optional(),
  HANDSET_PORT: port(4003),
  CARRIER_SMPP_PORT: port(2775),
  MAIL_SMTP_PORT: port(2525),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().default('鸿雁 <no-reply@hongyan.example>'),
  REDIRECT_PORT: port(4004),
  PAYMENT_SIM_PORT: port(4005),
  PAYMENT_SIM: flag,
  PAYMENT_FILE: z.string().optional(),
  PAYMENT_SIM_URL: z.url().optional(),
  HANDSET_URL: z.url().optional(),
  PUBLIC_URL: z.url().optional(),
  SHORT_LINK_URL: z.url().optional(),
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
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_APP_URL: databaseUrl.optional(),
  DATABASE_PLATFORM_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  HONGYAN_SECRET: z.string().min(32, '至少32个字符').optional(),
})

export interface Config {
  host: string
  consolePort: number
  adminPort: number
  openApiPort: number
  /** Where customers' programs bind by SMPP. */
  smppPort: number
  /** What customers are told to bind to, `host:port`, when it is not where the program listens. */
  smppAddress: string | undefined
  /** The simulated carrier's virtual handset and its SMPP. */
  handsetPort: number
  carrierSmppPort: number
  /** Where the simulated carrier takes mail. */
  mailSmtpPort: number
  /** The server that mail goes out by; unset: the simulated one, or none. */
  smtpUrl: string | undefined
  /** Whom mail comes from: `Name <address>`. */
  mailFrom: string
  redirectPort: number
  paymentSimPort: number
  /** Whether the payment simulator is started and the gateways lead to it. */
  simulatesPayment: boolean
  /** The merchant's contracts with the gateways; unset: nothing can be paid online. */
  paymentFile: string | undefined
  /** Where people find the simulator; unset when the gateways are the real ones. */
  paymentSimUrl: string | undefined
  /** The addresses that people open, when a proxy stands between, and the addresses of such proxies. */
  publicUrl: string | undefined
  adminPublicUrl: string | undefined
  /** What short links begin with: `https://hy.example`. Unset: where the redirector listens. */
  shortLinkUrl: string | undefined
  /** Where programs reach the open API, when a proxy stands between. Unset: where it listens. */
  openApiUrl: string | undefined
  /** Which servers are asked whether customers' domains lead here; none: those of the machine. */
  dnsServers: string[]
  /** Whether webhooks may lead to this machine's own addresses: for development. Unset: unless this is production. */
  allowsWebhookLoopback: boolean
  /** Whether plain requests of programs and of visitors are read without Node's HTTP server. */
  hasFastPath: boolean
  trustProxy: string | undefined
  /** Where people find the virtual handset; unset when the carrier is a real one. */
  handsetUrl: string | undefined
  /** Whether a simulated carrier is started and the default channels lead to it. */
  simulatesCarrier: boolean
  /** Whether staff have to sign in with an authenticator: always in production. */
  isStaffTotpRequired: boolean
  /** Whether demo accounts are made in an empty database and signed in to; without it those of an earlier start are closed. */
  hasDemo: boolean
  /** The settings that strangers or real carriers and payments come with; none: everything stays on this machine. */
  productionVariables: string[]
  dataDir: string
  /** The owner's, for migrations. Unset: the embedded PostgreSQL. */
  databaseUrl: string | undefined
  /** The programs' logins; unset: `databaseUrl` in their roles. */
  databaseAppUrl: string | undefined
  databasePlatformUrl: string | undefined
  /** The platform's role past a pooler; unset: as `databasePlatformUrl`. */
  databaseDirectUrl: string | undefined
  secretText: string | undefined
}

const portVariables = Object.keys(environment.shape).filter(name => name.endsWith('PORT')) as `${string}PORT`[]

/** What to do about an error of listening, in one line that names the variable; null for any other error. */
export function portProblem(error: unknown, env: NodeJS.ProcessEnv): string | null {
  const { code, port } = error as { code?: string; port?: number }
  const reason = { EADDRINUSE: '已被别的程序占用', EACCES: '不允许使用' }[code ?? '']
  if (!reason || port === undefined) return null
  const settings: Record<string, unknown> = environment.parse(withoutEmpty(env))
  const variables = portVariables.filter(name => settings[name] === port)
  return `端口 ${port} ${reason}，请用环境变量 ${variables.join('、') || 'PORT'} 换一个（0：自动选择空闲端口）`
}

/** Says it instead of a stack when a port is the reason why the program ends. */
export function tellPortProblem(): void {
  process.on('uncaughtExceptionMonitor', error => {
    const problem = portProblem(error, process.env)
    if (problem === null) return
    console.error(problem)
    process.exit(1)
  })
}

const withoutEmpty = (env: NodeJS.ProcessEnv) => Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))

/** A host as it stands in front of a port: where everything is listened on, this machine itself. */
export function dialedHost(host: string): string {
  const dialed = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  return dialed.includes(':') ? `[${dialed}]` : dialed
}

/** Names of this machine for itself. */
const isLoopback = (host: string) => /^(\[?::1\]?|127(\.\d{1,3}){3}|(.+\.)?localhost)$/i.test(host)

type Environment = z.infer<typeof environment>
const publicAddresses = ['PUBLIC_URL', 'ADMIN_PUBLIC_URL', 'OPENAPI_URL', 'SHORT_LINK_URL'] as const
const simulations = ['HONGYAN_DEMO', 'CARRIER_SIM', 'PAYMENT_SIM'] as const

/** The settings that only make sense where others than this machine take part: strangers reach us, or messages and money are real. */
function productionVariablesOf(data: Environment): string[] {
  const isSet: Record<string, boolean> = {
    HOST: !isLoopback(data.HOST),
    ...Object.fromEntries(publicAddresses.map(name => [name, data[name] !== undefined && !isLoopback(new URL(data[name]).hostname)])),
    SMPP_ADDRESS: data.SMPP_ADDRESS !== undefined && !isLoopback(data.SMPP_ADDRESS.replace(/:\d+$/, '')),
    TRUST_PROXY: data.TRUST_PROXY !== undefined,
    CARRIER_SIM: data.CARRIER_SIM === '0',
    PAYMENT_SIM: data.PAYMENT_SIM === '0',
    // A program that leads to the simulator is told where people find it.
    PAYMENT_FILE: data.PAYMENT_FILE !== undefined && data.PAYMENT_SIM_URL === undefined,
  }
  return Object.keys(isSet).filter(name => isSet[name])
}

/** What was asked for and does not go together: known passwords, open simulators and staff without authenticators beside production. */
function contradictionOf(data: Environment, production: readonly string[]): string | null {
  if (production.length === 0) return null
  const asked = [
    ...simulations.filter(name => data[name] === '1').map(name => `${name}=1`),
    ...(data.STAFF_TOTP === '0' ? ['STAFF_TOTP=0'] : []),
  ]
  if (asked.length === 0) return null
  return `环境变量 ${asked.join('、')} 不能与生产环境的设置 ${production.join('、')} 同时使用：演示账号和模拟器只在本机试用时提供，生产环境的运营人员须用身份验证器登录。请去掉其中一方`
}

/** The programs' settings from the environment (docs/operating/settings.md). Throws one line that names what is wrong. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = environment.safeParse(withoutEmpty(env))
  if (!parsed.success)
    throw new Error(parsed.error.issues.map(issue => `环境变量 ${issue.path.join('.')} 有误：${issue.message}`).join('；'))
  const { data } = parsed
  const productionVariables = productionVariablesOf(data)
  const contradiction = contradictionOf(data, productionVariables)
  if (contradiction) throw new Error(contradiction)
  const isProduction = productionVariables.length > 0
  return {
    host: data.HOST,
    consolePort: data.PORT,
    adminPort: data.ADMIN_PORT,
    openApiPort: data.OPENAPI_PORT,
    smppPort: data.SMPP_PORT,
    smppAddress: data.SMPP_ADDRESS,
    handsetPort: data.HANDSET_PORT,
    carrierSmppPort: data.CARRIER_SMPP_PORT,
    mailSmtpPort: data.MAIL_SMTP_PORT,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM,
    redirectPort: data.REDIRECT_PORT,
    paymentSimPort: data.PAYMENT_SIM_PORT,
    simulatesPayment: !isProduction,
    paymentFile: data.PAYMENT_FILE,
    paymentSimUrl: data.PAYMENT_SIM_URL,
    publicUrl: data.PUBLIC_URL,
    adminPublicUrl: data.ADMIN_PUBLIC_URL,
    shortLinkUrl: data.SHORT_LINK_URL?.replace(/\/$/, ''),
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
    databaseUrl: data.DATABASE_URL,
    databaseAppUrl: data.DATABASE_APP_URL,
    databasePlatformUrl: data.DATABASE_PLATFORM_URL,
    databaseDirectUrl: data.DATABASE_DIRECT_URL,
    secretText: data.HONGYAN_SECRET,
  }
}

/** The settings of a program that a person starts: what is wrong with them is said in one line. */
export function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

/** The settings of a simulator, which asks nobody who they are: beside production it ends the process with one line. */
export function simulatorConfig(): Config {
  tellPortProblem()
  const config = configOrExit()
  if (config.productionVariables.length === 0) return config
  console.error(`模拟器不能与生产环境的设置 ${config.productionVariables.join('、')} 同时使用`)
  process.exit(1)
}

/** The platform's master secret: from the environment, else made once and kept in the data folder, readable by its owner only. */
export async function readSecret(config: Config): Promise<string> {
  if (config.secretText) return config.secretText
  const file = path.join(config.dataDir, 'secret')
  await mkdir(config.dataDir, { recursive: true })
  await writeFile(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return (await readFile(file, 'utf8')).trim()
}
