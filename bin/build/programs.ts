/** The programs as `npm start` runs them: bundled into `dist/programs/`. */
import path from 'node:path'
import type { Plugin } from 'vite'
import { isBuilt, programFile, programFolder, replaceFolder, root } from './built.ts'

const names = [
  'run',
  'http',
  'jobs',
  'dispatch',
  'esme',
  'redirect',
  'ingest-visits',
  'archive',
  'carrier-sim',
  'payment-sim',
  // An installation's commands, each a part that is loaded when it is called.
  'hongyan',
]
/** Folders whose changes make the bundles old; what isn't TypeScript in them is read where it is. */
export const programSources = [
  'backup',
  'bin',
  'carrier-sim',
  'contract',
  'db',
  'dispatch',
  'domain',
  'esme',
  'http',
  'jobs',
  'metrics',
  'payment',
  'payment-sim',
  'protocol',
  'redirect',
  'values',
]

/** Bundles the programs when that was never done, or a source has changed since. */
export async function buildMissingPrograms(): Promise<void> {
  if (isBuilt(programFile('run'), [...programSources, 'package-lock.json'])) return
  console.log('正在构建程序……')
  await buildPrograms('warn')
}

export async function buildPrograms(logLevel: 'info' | 'warn'): Promise<void> {
  const { build } = await import('vite')
  await replaceFolder('programs', fresh =>
    build({
      root,
      configFile: false,
      publicDir: false,
      logLevel,
      plugins: [pathsOfSources],
      // Three hundred small files, imported by our modules alone.
      ssr: { noExternal: ['kysely'] },
      build: {
        ssr: true,
        outDir: fresh,
        target: 'esnext',
        // Readable in a stack trace, where comments name the sources.
        minify: false,
        rolldownOptions: {
          // All in one folder, from which paths of sources start.
          output: { chunkFileNames: '[name]-[hash].js' },
          input: Object.fromEntries(names.map(name => [name, path.join(root, 'bin', `${name}.ts`)])),
          // Packages stay outside. Of ours a program contains what it uses: only commands act by being imported.
          treeshake: { moduleSideEffects: (id, isExternal) => isExternal || id.startsWith(path.join(root, 'bin/')) },
        },
      },
    }),
  )
}

/** A source finds the files beside it from its bundle too. */
const pathsOfSources: Plugin = {
  name: 'paths of sources',
  enforce: 'pre',
  transform: (code, id) => {
    if (!code.includes('import.meta.') || !id.endsWith('.ts')) return null
    const source = path.relative(programFolder, id)
    return code
      .replaceAll('import.meta.url', `new URL(${JSON.stringify(source)}, import.meta.url).href`)
      .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${path.dirname(source)}`)})`)
  },
}
