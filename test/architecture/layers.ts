import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * What each layer may import beside itself (docs/map.md): whole layers, modules or files. `db` imports the domain only
 * for seeds.
 */
const mayImport: Record<string, readonly string[]> = {
  values: [],
  protocol: [],
  metrics: [],
  contract: ['values'],
  db: ['values', 'metrics', 'domain', 'contract'],
  domain: ['values', 'metrics', 'contract', 'db', 'payment'],
  http: ['domain', 'contract', 'protocol', 'values', 'metrics', 'db', 'payment'],
  'carrier-sim': ['protocol', 'values'],
  payment: ['values'],
  'payment-sim': ['values'],
  dispatch: ['domain', 'contract', 'protocol', 'values', 'metrics', 'db'],
  esme: ['domain', 'contract', 'protocol', 'values', 'metrics', 'db'],
  jobs: ['domain', 'contract', 'values', 'metrics', 'db', 'payment'],
  redirect: ['domain/visits', 'domain/platform', 'protocol', 'values', 'metrics', 'db'],
  backup: ['domain/platform', 'values', 'metrics', 'db'],
  ui: ['contract', 'values'],
  console: ['ui', 'contract', 'values'],
  admin: ['ui', 'contract', 'values'],
}

/** The modules of `domain/`, each above those that it may import. */
const modules: readonly string[] = [
  'monitoring',
  're-encryption',
  'approvals',
  'undo',
  'search',
  'export',
  'on-call',
  'alert',
  'closing',
  'personal-data',
  'message-archive',
  'broadcast',
  'invoicing',
  'payments',
  'billing',
  'orders',
  'unsubscribe',
  'content',
  'message-records',
  'messages',
  'sender-registration',
  'forbidden-words',
  'recipients',
  'links',
  'visit-statistics',
  'visits',
  'apps',
  'delivery',
  'blacklist',
  'channels',
  'account',
  'staff',
  'push',
  'identity',
  'notification',
  'events',
  'ledger',
  'settings',
  'export-source',
  'undo-record',
  'tasks',
  'table-files',
  'numbering',
  'search-source',
  'documents',
  'platform',
]

/** Folders of `contract/` and `http/` that are no module: the home pages, and what all calls of a server share. */
const otherFolders: Record<string, readonly string[]> = { contract: ['home', 'open'], http: ['home', 'open', 'server'] }

const importPattern = /(?:from|import)\s*\(?\s*'(#[\w-]+\/[^']+|\.{1,2}\/[^']+)'/g

/** Imports in a file's text that its layer or module may not have. `file` is relative to the repository. */
export function wrongImports(file: string, text: string): string[] {
  const isTest = /\.test\.tsx?$/.test(file)
  const [layer = '', module = ''] = file.split('/')
  if (!(layer in mayImport)) return [`${file} is in a layer without a rule`]
  return [...text.matchAll(importPattern)].flatMap(([, specifier = '']) => {
    const target = specifier.startsWith('#') ? specifier.slice(1) : path.posix.join(path.posix.dirname(file), specifier)
    const [toLayer = '', toModule = ''] = target.split('/')
    if (isTest) return []
    const problem =
      toLayer === layer
        ? layer === 'domain' && wrongModule(module, toModule)
        : !mayImport[layer]!.some(one => target.startsWith(`${one}/`)) && 'its layer may not'
    const isIndex = target === `domain/${toModule}/index.ts`
    if (problem) return [`${file} may not import ${target}: ${problem}`]
    if (toLayer === 'domain' && isIndex === (layer === 'domain' && module === toModule))
      return [`${file} may not import ${target}: ${isIndex ? 'its own index' : 'only the index of a module'}`]
    return []
  })
}

const wrongModule = (from: string, to: string) => from !== to && modules.indexOf(to) <= modules.indexOf(from) && `${to} is above ${from}`

/** Folders that the list of modules lacks. */
export function unknownFolders(files: readonly string[]): string[] {
  const folders = new Set(
    files.filter(file => /^(domain|contract|http)\/[^/]+\//.test(file)).map(file => file.split('/').slice(0, 2).join('/')),
  )
  return [...folders].filter(folder => {
    const [layer = '', name = ''] = folder.split('/')
    return !modules.includes(name) && !otherFolders[layer]?.includes(name)
  })
}

/** Every TypeScript file of the layers, relative to the repository. */
export const layerFiles = (root: string): string[] => globSync(`{${Object.keys(mayImport).join(',')}}/**/*.{ts,tsx}`, { cwd: root }).sort()

export const readLayerFile = (root: string, file: string): string => readFileSync(path.join(root, file), 'utf8')
