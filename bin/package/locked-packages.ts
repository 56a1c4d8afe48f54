/** The packages that the programs need, as package-lock.json has them. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { root } from '#bin/build/built.ts'

export const architectures = ['x64', 'arm64'] as const
export type Architecture = (typeof architectures)[number]

/** npm keeps a single name as the package has it: a text, or a list of one. */
const names = z.union([z.string(), z.array(z.string())]).optional()
const ranges = z.record(z.string(), z.string()).default({})
const lock = z.looseObject({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().optional(),
      integrity: z.string().optional(),
      dependencies: ranges,
      optionalDependencies: ranges,
      peerDependencies: ranges,
      peerDependenciesMeta: z.record(z.string(), z.looseObject({ optional: z.boolean().optional() })).default({}),
      os: names,
      cpu: names,
      libc: names,
    }),
  ),
})
export type LockedPackage = z.infer<typeof lock>['packages'][string]

/**
 * What the programs' dependencies reach on an architecture, each with its place below `node_modules`. npm's own mark
 * for development counts optional peers too, such as a compiler, and types.
 */
export async function productionPackages(architecture: Architecture): Promise<Map<string, LockedPackage>> {
  const { packages } = lock.parse(JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')))
  const found = new Map<string, LockedPackage>()
  const places = ['']
  for (const place of places) {
    const facts = packages[place]
    if (!facts || !fitsOn(architecture, facts)) continue
    if (place !== '') found.set(place, facts)
    const wanted = Object.keys({ ...facts.dependencies, ...facts.optionalDependencies, ...neededPeers(facts) })
    for (const name of wanted.filter(one => !one.startsWith('@types/'))) {
      const at = placeOf(name, place, packages)
      if (at !== null && !places.includes(at)) places.push(at)
    }
  }
  return found
}

const fitsOn = (architecture: Architecture, { os: systems, cpu, libc }: LockedPackage) =>
  [
    [systems, 'linux'],
    [cpu, architecture],
    [libc, 'glibc'],
  ].every(([allowed, own]) => allowed === undefined || [allowed].flat().includes(String(own)))

const neededPeers = ({ peerDependencies, peerDependenciesMeta }: LockedPackage) =>
  Object.fromEntries(Object.entries(peerDependencies).filter(([name]) => !peerDependenciesMeta[name]?.optional))

/**
 * Where Node finds a package from another's place: there, or further up. Null for an optional one that is not there.
 */
function placeOf(name: string, from: string, packages: Record<string, unknown>): string | null {
  for (let at = from; ; at = at.replace(/\/?node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    const place = path.join(at, 'node_modules', name)
    if (place in packages) return place
    if (at === '') return null
  }
}

/**
 * A package for another architecture, which npm does not install here: from the registry, compared with the lock file.
 * Returns a new folder with the package in `package`.
 */
export async function fetchPackage(name: string, { version, integrity = '' }: LockedPackage): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-package-'))
  const run = promisify(execFile)
  const { stdout } = await run('npm', ['pack', '--json', '--prefer-offline', `${name}@${version}`], { cwd: folder })
  const [{ filename }] = z.tuple([z.looseObject({ filename: z.string() })]).parse(JSON.parse(stdout))
  const file = path.join(folder, filename)
  const digest = createHash('sha512')
    .update(await readFile(file))
    .digest('base64')
  if (`sha512-${digest}` !== integrity) throw new Error(`${name}@${version} is not what package-lock.json names`)
  await mkdir(path.join(folder, 'package'))
  await run('tar', ['-xzf', file, '-C', path.join(folder, 'package'), '--strip-components=1'])
  await rm(file)
  return folder
}
