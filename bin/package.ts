/**
 * Makes the archives `dist/hongyan-<version>-linux-<architecture>.tar.gz` that run on a bare Linux with glibc, each
 * with its checksum; `--arch x64` makes one alone. The same sources make the same bytes.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { buildPages, packPages, root } from '#bin/build/built.ts'
import { buildMissingPrograms } from '#bin/build/programs.ts'
import { architectures } from '#bin/package/locked-packages.ts'
import { assemble } from '#bin/package/package-tree.ts'
import manifest from '../package.json' with { type: 'json' }

const run = promisify(execFile)
const { values: flags } = parseArgs({ options: { arch: { type: 'string' } } })
const wanted = architectures.filter(architecture => flags.arch === undefined || flags.arch === architecture)
if (wanted.length === 0) throw new Error(`--arch must be one of ${architectures.join(', ')}`)

await Promise.all([buildMissingPrograms(), buildPages()])
await packPages()
for (const architecture of wanted) {
  const name = `hongyan-${manifest.version}-linux-${architecture}`
  const folder = path.join(root, 'dist', name)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  await assemble(architecture, folder)
  const archive = `${folder}.tar.gz`
  await compress(folder, archive)
  await rm(folder, { recursive: true })
  const digest = createHash('sha256')
    .update(await readFile(archive))
    .digest('hex')
  await writeFile(`${archive}.sha256`, `${digest}  ${path.basename(archive)}\n`)
  console.log(`${path.relative(root, archive)}  ${((await stat(archive)).size / 1e6).toFixed(1)} MB`)
}

/** In a fixed order, with one owner and one time: that of the last commit, where there is one. */
async function compress(folder: string, archive: string): Promise<void> {
  const { stdout } = await run('git', ['log', '-1', '--format=%ct'], { cwd: root }).catch(() => ({ stdout: '0' }))
  const fixed = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${stdout.trim()}`, '--mode=u+rw,go+rX,go-w']
  await run('tar', ['-C', path.dirname(folder), ...fixed, '-I', 'gzip -n', '-cf', archive, path.basename(folder)])
}
