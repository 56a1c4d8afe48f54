import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'

const port = (standard: number) => z.coerce.number().int().min(0).max(65_535).default(standard)

const flag = z
  .enum(['0', '1'])
  .default('1')
  .transform(text => text === '1')

const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: port(4000),
  OPERATOR_PORT: port(4001),
  OPENAPI_PORT: port(4002),
  HANDSET_PORT: port(4003),
  CARRIER_SMPP_PORT: port(2775),
  REDIRECT_PORT: port(4004),
  HANDSET_URL: z.url().optional(),
  PUBLIC_URL: z.url().optional(),
  OPERATOR_PUBLIC_URL: z.url().optional(),
  TRUST_PROXY: z.string().optional(),
  CARRIER_SIM: flag,
  HONGYAN_DEMO: flag,
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.string().optional(),
  HONGYAN_SECRET: z.string().min(32, '至少32个字符').optional(),
})

export interface Config {
  host: string
  consolePort: number
  operatorPort: number
  openApiPort: number
  /** The simulated carrier's virtual handset and its SMPP. */
  handsetPort: number
  carrierSmppPort: number
  redirectPort: number
  /** The addresses that people open, when a proxy stands between, and the addresses of such proxies. */
  publicUrl: string | undefined
  operatorPublicUrl: string | undefined
  trustProxy: string | undefined
  /** Where people find the virtual handset; unset when the carrier is a real one. */
  handsetUrl: string | undefined
  /** Whether a simulated carrier is started and the default channels lead to it. */
  simulatesCarrier: boolean
  hasDemo: boolean
  dataDir: string
  /** Unset: the embedded PostgreSQL. */
  databaseUrl: string | undefined
  secretText: string | undefined
}

/** The programs' settings from the environment (docs/operating/settings.md). Throws one line that names what is wrong. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = environment.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')))
  if (!parsed.success)
    throw new Error(parsed.error.issues.map(issue => `环境变量 ${issue.path.join('.')} 有误：${issue.message}`).join('；'))
  const { data } = parsed
  return {
    host: data.HOST,
    consolePort: data.PORT,
    operatorPort: data.OPERATOR_PORT,
    openApiPort: data.OPENAPI_PORT,
    handsetPort: data.HANDSET_PORT,
    carrierSmppPort: data.CARRIER_SMPP_PORT,
    redirectPort: data.REDIRECT_PORT,
    publicUrl: data.PUBLIC_URL,
    operatorPublicUrl: data.OPERATOR_PUBLIC_URL,
    trustProxy: data.TRUST_PROXY,
    handsetUrl: data.HANDSET_URL,
    simulatesCarrier: data.CARRIER_SIM,
    hasDemo: data.HONGYAN_DEMO,
    dataDir: path.resolve(data.DATA_DIR),
    databaseUrl: data.DATABASE_URL,
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
