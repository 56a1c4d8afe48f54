import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'

export interface Peer {
  url: string
  pid: number
  stop: () => void
}

export async function startBare(): Promise<Peer> {
  const child = fork(path.join(import.meta.dirname, 'bare.ts'))
  const [{ ready }] = (await once(child, 'message')) as [{ ready: { port: number } }]
  return { url: `http://127.0.0.1:${ready.port}`, pid: child.pid!, stop: () => child.kill() }
}

const nginxPort = 18_302

export async function startNginx(folder: string): Promise<Peer> {
  const config = path.join(folder, 'nginx.conf')
  await writeFile(
    config,
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log /dev/null; events { worker_connections 1024; }
http { access_log off; client_body_temp_path ${folder}; server { listen 127.0.0.1:${nginxPort}; keepalive_requests 100000000; return 302 https://example.com/1; } }`,
  )
  const child = spawn('nginx', ['-c', config, '-p', folder], { stdio: 'ignore' })
  return { url: `http://127.0.0.1:${nginxPort}`, pid: child.pid!, stop: () => child.kill() }
}
