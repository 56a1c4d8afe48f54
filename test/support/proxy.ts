import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { deployFolder } from './monitoring.ts'

/** nginx is where only root looks. */
export const withAdminPath = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }
export const isInstalled = (program: string, argument: string) =>
  promisify(execFile)(program, [argument], { env: withAdminPath }).then(
    () => true,
    () => false,
  )
export const [hasNginx, hasCaddy] = await Promise.all([isInstalled('nginx', '-v'), isInstalled('caddy', 'version')])

/** Ports of the programs as the recipes have them. */
const recipePorts = { 4000: 'console', 4001: 'admin', 4002: 'openapi', 4004: 'redirect', 8802: 'callback' } as const
export type RecipeServer = (typeof recipePorts)[keyof typeof recipePorts]

/** A configuration of `deploy/proxy`, with other ports of the programs. */
export async function readRecipe(name: string, portOf: (server: RecipeServer) => number | string): Promise<string> {
  const text = await readFile(path.join(deployFolder, 'proxy', name), 'utf8')
  return text.replace(/:(400[0124]|8802)\b/g, (_, port: keyof typeof recipePorts) => `:${portOf(recipePorts[port])}`)
}

/** nginx's recipe on one port of this machine, without TLS. */
export const withoutTls = (recipe: string, port: number): string =>
  recipe
    .replace(/^ssl_.*$/gm, '')
    .replace(/listen 443 ssl/g, `listen 127.0.0.1:${port}`)
    .replace(/^ {2}listen 80 default_server;$/m, '')
    .replace(/^server \{\n {2}listen 80;.*?^\}$/ms, '')
    .replaceAll('$scheme', 'https')

/** Starts nginx with what its block `http` contains, with all of its files in a folder. */
export async function startNginx(folder: string, http: string): Promise<ChildProcess> {
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${folder}/${name};`).join('\n')
  const main = `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/errors;\nevents {}\n`
  const file = path.join(folder, 'nginx.conf')
  await writeFile(file, `${main}http {\naccess_log off;\n${places}\n${http}\n}\n`)
  return spawn('nginx', ['-p', folder, '-c', file, '-e', `${folder}/errors`], { env: withAdminPath, stdio: 'inherit' })
}

/** Global options of Caddy by which it is its own certificate authority, on other ports than 80 and 443. */
export const localCaddy = (folder: string, [http, https]: readonly [number, number]): string =>
  `admin off\nlocal_certs\nskip_install_trust\nstorage file_system ${folder}/caddy\nhttp_port ${http}\nhttps_port ${https}\n`

export async function startCaddy(folder: string, config: string): Promise<ChildProcess> {
  const file = path.join(folder, 'Caddyfile')
  await writeFile(file, config)
  return spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { env: { ...withAdminPath, HOME: folder }, stdio: 'ignore' })
}
