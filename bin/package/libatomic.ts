/** GCC's libatomic, which Node.js is linked with and a bare Debian does not have. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Architecture } from './locked-packages.ts'

const fileName = 'libatomic.so.1'
/** Debian 12's package libatomic1. */
const version = '12.2.0-14+deb12u1'
const pool = 'http://deb.debian.org/debian/pool/main/g/gcc-12'
const debianOf = {
  x64: { name: 'amd64', triplet: 'x86_64-linux-gnu', sha256: 'fbd4e154a6b444229ea002cc209df099209c0adc09102e5fd21239a3d2b55e2d' },
  arm64: { name: 'arm64', triplet: 'aarch64-linux-gnu', sha256: '1693aa13ce2b30d061a519fc28b77b9bab8c8e45804ced5969d99821e1bc2159' },
} as const
const notice = `${fileName} is a part of GCC (https://gcc.gnu.org), under the GPL 3.0 with the GCC Runtime Library Exception 3.1.\n`

/** Puts the library of an architecture into a folder: the one that this Node.js has loaded, or Debian's for another. */
export async function placeLibatomic(architecture: Architecture, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'libatomic.txt'), notice)
  const file = path.join(folder, fileName)
  if (architecture === process.arch) await copyFile(await loadedLibrary(), file)
  else await fetchLibrary(architecture, file)
}

async function loadedLibrary(): Promise<string> {
  const [, found] = /\s(\/\S*\/libatomic\.so\.1\S*)$/m.exec(await readFile('/proc/self/maps', 'utf8')) ?? []
  if (found === undefined) throw new Error('this Node.js is not linked with libatomic')
  return found
}

async function fetchLibrary(architecture: Architecture, target: string): Promise<void> {
  const { name, triplet, sha256 } = debianOf[architecture]
  const url = `${pool}/libatomic1_${version}_${name}.deb`
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new Error(`${url} is not the package that is wanted`)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-libatomic-'))
  await writeFile(path.join(folder, 'package.deb'), bytes)
  await promisify(execFile)('dpkg-deb', ['--extract', path.join(folder, 'package.deb'), folder])
  await copyFile(path.join(folder, 'usr/lib', triplet, fileName), target)
  await rm(folder, { recursive: true })
}
