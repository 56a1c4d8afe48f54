import { spawn } from 'node:child_process'
import { access, chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

export interface Platform {
  addresses: { console: string; operator: string; handset: string; demo: { customer: Login; empty: Login; operator: Login } }
  pid: number
  dataDir: string
  /** As Ctrl-C does; gives the exit status. The data folder goes too, unless it is kept for a next start. */
  stop: (options?: { keepsData?: boolean }) => Promise<number | null>
}
export interface Login {
  login: string
  password: string
}

const freePorts = { PORT: '0', OPERATOR_PORT: '0', OPENAPI_PORT: '0', HANDSET_PORT: '0', CARRIER_SMPP_PORT: '0' }

/** The whole product as `npm start` brings it up, on free ports and a data folder of its own, or one that an earlier stop has kept. */
export async function startPlatform(options: { dataDir?: string } = {}): Promise<Platform> {
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(os.tmpdir(), 'hongyan-platform-')))
  // Open to the server's user, or the cluster would be kept outside of this folder and outlive it.
  if (!options.dataDir) await chmod(dataDir, 0o755)
  const root = path.join(import.meta.dirname, '../..')
  const env = { ...process.env, DATA_DIR: dataDir, ...freePorts, DATABASE_URL: '' }
  const child = spawn(process.execPath, [path.join(root, 'bin/start.ts')], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  let isGone = false
  const ended = new Promise<number | null>(resolve =>
    child.once('exit', code => {
      isGone = true
      resolve(code)
    }),
  )
  const file = path.join(dataDir, 'addresses.json')
  while (!(await isThere(file))) {
    if (isGone) throw new Error(`the product did not start:\n${output}`)
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  const stop = async ({ keepsData = false } = {}) => {
    child.kill('SIGINT')
    const code = await ended
    if (!keepsData) await rm(dataDir, { recursive: true, force: true })
    return code
  }
  return { addresses: JSON.parse(await readFile(file, 'utf8')) as Platform['addresses'], pid: child.pid!, dataDir, stop }
}

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )
