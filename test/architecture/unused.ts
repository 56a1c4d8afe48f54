import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { itemOrThrow } from '#values/or-throw.ts'

/** Files by path relative to the repository, with their text. */
export type Texts = ReadonlyMap<string, string>

const layers =
  '{backup,bench,bin,admin,carrier-sim,console,contract,db,dispatch,domain,esme,http,jobs,payment,payment-sim,protocol,redirect,test,ui,values}'

export const readTexts = (root: string): Texts =>
  new Map(globSync(`${layers}/**/*.{ts,tsx,css}`, { cwd: root }).map(file => [file, readFileSync(path.join(root, file), 'utf8')]))

/** Classes of a CSS module that none of the importing files names. */
export function unusedClasses(texts: Texts): string[] {
  return [...texts].flatMap(([file, text]) => {
    if (!file.endsWith('.module.css')) return []
    const uses = [...texts].flatMap(([user, code]) => importsOf(user, code, file).map(name => ({ name, code })))
    const isUsed = (one: string) => uses.some(({ name, code }) => new RegExp(`\\b${name}(\\??\\.${one}\\b|\\[)`).test(code))
    return classesOf(text)
      .filter(one => !isUsed(one))
      .map(one => `${file}: ${one}`)
  })
}

/** The names under which a file imports a CSS module. */
const importsOf = (user: string, code: string, file: string): string[] =>
  code.includes(path.basename(file))
    ? [...code.matchAll(/import (\w+) from '(.+\.module\.css)'/g)]
        .filter(([, , from]) => placeOf(user, from!) === file)
        .map(([, name]) => name!)
    : []
const placeOf = (user: string, from: string) => (from.startsWith('#') ? from.slice(1) : path.posix.join(path.posix.dirname(user), from))

/** The module's own classes, without those of antd (`:global`) and those in comments and values. */
const classesOf = (text: string): string[] => {
  const selectors = text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\{[^{}]*\}/g, '{}')
    .replace(/:global\([^)]*\)/g, '')
  return [...new Set([...selectors.matchAll(/\.([a-z]\w*)(?![\w-])/gi)].map(match => itemOrThrow(match, 1)))]
}
