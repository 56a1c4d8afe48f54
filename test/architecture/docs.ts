import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'

/** The names of the code that words in the docs are compared with. */
export interface Code {
  scripts: readonly string[]
  hasPath: (path: string) => boolean
  /** All source text. */
  text: string
}

const words = /(?<!`)`([^`\n]+)`(?!`)/g

/** Every page of the docs, relative to the repository. */
export const pagesOfDocs = (root: string) => globSync(['*.md', 'docs/**/*.md'], { cwd: root }).sort()

export function readCode(root: string): Code {
  const { scripts } = z
    .looseObject({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')))
  const files = globSync(
    '{backup,bin,bench,admin,carrier-sim,console,contract,db,dispatch,domain,esme,http,jobs,metrics,payment,payment-sim,protocol,redirect,test,ui,values}/**/*.{ts,tsx,sql,js}',
    { cwd: root },
  )
  const settings = ['package.json', 'vite.config.ts', 'vitest.config.ts', '.npmrc']
  return {
    scripts: Object.keys(scripts),
    hasPath: one => existsSync(path.join(root, one)),
    text: [...files, ...settings].map(file => readFileSync(path.join(root, file), 'utf8')).join('\n'),
  }
}

/**
 * Code words on a page of the docs that the code doesn't have: paths, npm scripts, names. Words of the shell and of
 * other programs are skipped.
 */
export function unknownWords(page: string, code: Code): string[] {
  return [...page.matchAll(words)].map(match => itemOrThrow(match, 1)).filter(word => !isKnown(word, code))
}

/** Commands on a page, in its text or in a block, of programs, benchmarks, tests and acts that don't exist. */
export function unknownCommands(page: string, code: Code): string[] {
  const found = (pattern: RegExp, isThere: (name: string) => boolean) =>
    [...page.matchAll(pattern)].filter(match => !itemOrThrow(match, 1).split(' ').every(isThere)).map(([command]) => command)
  return [
    ...found(/\bnpm run ([\w:-]+)/g, name => code.scripts.includes(name)),
    ...found(/\bnpm run bench ([a-z][\w-]*(?: [a-z][\w-]*)*)/g, name => code.hasPath(`bench/${name}.ts`)),
    ...found(/\bnpm run admin -- ([a-z][\w-]*)/g, name => new RegExp(`^ {2}'?${name}'?: (async )?[(\\w]`, 'm').test(code.text)),
    ...found(/\/hongyan (?:--settings=\S+ )?([a-z][\w-]*)/g, name => new RegExp(`^ {2}'?${name}'?: \\{ load`, 'm').test(code.text)),
    ...found(/\bnode ((?:\.\/)?[\w/.-]+\.[jt]s)\b/g, name => code.hasPath(name)),
    ...found(/\bvitest run\b[^\n`]*?\s((?:\w[\w.-]*\/)+[\w.-]+)/g, name => code.hasPath(name)),
    ...found(/\bvitest run\b[^\n`]*--project (\w+)/g, name => code.text.includes(`name: '${name}'`)),
  ]
}

function isKnown(word: string, code: Code): boolean {
  const script = /^npm run ([\w:]+)/.exec(word)
  if (script) return code.scripts.includes(itemOrThrow(script, 1))
  const program = /^node (\S+\.ts)/.exec(word)
  if (program) return code.hasPath(itemOrThrow(program, 1))
  // A path that begins with a setting's value belongs to the installation, not to the code.
  if (/^[A-Z_]+\//.test(word)) return isKnown(firstOrThrow(word.split('/')), code)
  // What a build writes is not there before it.
  if (word.startsWith('dist/')) return true
  if (/^[\w.-]+(\/[\w.-]+)*\/?$/.test(word) && /\/|\.(ts|tsx|md|sql|json)$/.test(word))
    return code.hasPath(word) || code.text.includes(word)
  if (/^[A-Za-z_]\w*$/.test(word)) return new RegExp(`\\b${word}\\b`).test(code.text)
  return true
}
