import { execFile, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { buildPages } from '#bin/build/built.ts'
import { buildMissingPrograms } from '#bin/build/programs.ts'
import { architectures } from '#bin/package/locked-packages.ts'
import { assemble } from '#bin/package/package-tree.ts'

interface Answered {
  status: number | null
  text: string
}

/** The folder that an archive unpacks to, whose commands see nothing of this environment. */
export interface Installation {
  folder: string
  run: (env: Record<string, string>, ...args: string[]) => Promise<Answered>
  /** Starts everything, and resolves when `addresses.json` is there or the start has ended. */
  start: (env: Record<string, string>) => { output: () => string; ended: Promise<number | null>; stop: () => Promise<number | null> }
  remove: () => Promise<void>
}

/** An installation in an empty folder, from what is built here. */
export async function install(): Promise<Installation> {
  await Promise.all([buildMissingPrograms(), buildPages()])
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-installation-'))
  // As /opt is.
  await chmod(folder, 0o755)
  const architecture = architectures.find(name => name === process.arch)
  if (!architecture) throw new Error(`no archive is made for ${process.arch}`)
  await assemble(architecture, folder)
  const command = (env: Record<string, string>, args: string[]) => [
    '-i',
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
    path.join(folder, 'hongyan'),
    ...args,
  ]
  return {
    folder,
    run: (env, ...args) =>
      new Promise(resolve => {
        execFile('env', command(env, args), { cwd: '/' }, (error, stdout, stderr) =>
          resolve({ status: error ? Number(error.code) : 0, text: stdout + stderr }),
        )
      }),
    start: env => {
      const child = spawn('env', command(env, ['start']), { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          output += chunk.toString()
        })
      const ended = new Promise<number | null>(resolve => child.once('exit', resolve))
      const stop = () => {
        child.kill('SIGTERM')
        return ended
      }
      return { output: () => output, ended, stop }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
