import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** What each room may import of ours beside itself (docs/map.md): whole rooms, folders or files. `db` reaches into the domain only for seeds. */
const mayImport: Record<string, readonly string[]> = {
  values: [],
  protocol: [],
  contract: ['values'],
  db: ['values', 'domain', 'contract'],
  domain: ['values', 'contract', 'db', 'payment'],
  http: ['domain', 'contract', 'protocol', 'values', 'db', 'payment'],
  'carrier-sim': ['protocol', 'values'],
  payment: ['values'],
  'payment-sim': ['values'],
  dispatch: ['domain', 'contract', 'protocol', 'values', 'db'],
  smpp: ['domain', 'contract', 'protocol', 'values', 'db'],
  jobs: ['domain', 'contract', 'values', 'db', 'payment'],
  redirect: ['domain/shorturl', 'domain/place.ts', 'protocol', 'values', 'db'],
  console: ['contract', 'values'],
  operator: ['contract', 'values', 'console/ui', 'console/call.ts'],
}

/** Areas of the domain: which may ask which. */
const mayAsk: Record<string, readonly string[]> = {
  notice: [],
  ledger: [],
  account: ['ledger', 'notice'],
  app: ['ledger', 'account', 'notice'],
  push: ['sms', 'app', 'ledger', 'account', 'notice'],
  sms: ['ledger', 'account', 'app', 'push', 'shorturl', 'notice'],
  shorturl: ['ledger', 'account', 'app', 'push', 'notice'],
  alert: ['sms', 'app', 'push', 'finance', 'ledger', 'account', 'notice'],
  finance: ['ledger', 'account', 'notice'],
  invoice: ['finance', 'ledger', 'account', 'notice'],
  staff: ['app', 'push', 'alert', 'sms', 'shorturl', 'ledger', 'account', 'finance', 'invoice', 'notice'],
  review: ['push', 'sms', 'shorturl', 'account', 'staff', 'notice'],
}

const importPattern = /(?:from|import)\s*\(?\s*'(#[\w-]+\/[^']+|\.{1,2}\/[^']+)'/g

/** Imports of a file's text that its room may not have. `file` is relative to the repository. */
export function wrongImports(file: string, text: string): string[] {
  const [room = '', area = ''] = file.split('/')
  const allowed = mayImport[room]
  if (!allowed) return []
  const isTest = /\.test\.tsx?$/.test(file)
  return [...text.matchAll(importPattern)].flatMap(([, specifier = '']) => {
    const target = specifier.startsWith('#') ? specifier.slice(1) : path.posix.join(path.posix.dirname(file), specifier)
    const [toRoom = '', toArea = ''] = target.split('/')
    if (isTest && toRoom === 'test') return []
    if (toRoom !== room)
      return allowed.some(one => target === one || target.startsWith(`${one}/`)) || isTest ? [] : [`${file} may not import ${target}`]
    const crosses = room === 'domain' && toArea !== area && toArea in mayAsk && area in mayAsk && !isTest
    return crosses && !mayAsk[area]!.includes(toArea) ? [`${file} may not import ${target}`] : []
  })
}

/** Every TypeScript file of the rooms, relative to the repository. */
export function roomFiles(root: string): string[] {
  return Object.keys(mayImport).flatMap(room => {
    try {
      return readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' })
        .filter(file => /\.tsx?$/.test(file))
        .map(file => `${room}/${file.replaceAll(path.sep, '/')}`)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw error
    }
  })
}

export const readRoomFile = (root: string, file: string): string => readFileSync(path.join(root, file), 'utf8')
