import path from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'
import type { Texts } from './unused.ts'

interface Label {
  file: string
  name: string
  /** The contract without the label's own declaration. */
  rest: string
}

/** Tables of texts in the contract that neither the contract nor a server reads: they belong to `ui/` or to one app. */
export function labelsOfPages(texts: Texts): string[] {
  const isServer = (file: string) => !/^(console|admin|ui|test|bench)\//.test(file) && !/\.test\.tsx?$|\.css$/.test(file)
  const servers = [...texts].filter(([file]) => isServer(file))
  return servers
    .filter(([file]) => file.startsWith('contract/'))
    .flatMap(([file, text]) => labelsOf(file, text))
    .filter(({ name, rest }) => !readsTexts(rest, name))
    .filter(({ file, name }) => !servers.some(([, code]) => code.includes(path.basename(file)) && readsTexts(code, name)))
    .map(({ file, name }) => `${file}: ${name}`)
}

/** Whether code reads more of a table than its keys. */
const readsTexts = (code: string, name: string): boolean =>
  new RegExp(`(?<!keysOf\\(|isKeyOf\\(|Object\\.keys\\(|keyof typeof | in |[\\w\\])?]\\.)\\b${name}\\b(?!:)`).test(
    code.replace(/^import [^']*'[^']*'$/gm, '').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''),
  )

/** The exported tables of a file whose values are all texts in Chinese, or objects with one. */
function labelsOf(file: string, text: string): Label[] {
  const labels: Label[] = []
  new Visitor({
    ExportNamedDeclaration: ({ declaration, start, end }) => {
      if (declaration?.type !== 'VariableDeclaration') return
      const [variable] = declaration.declarations
      if (variable?.id.type === 'Identifier' && isTable(variable.init, text))
        labels.push({ file, name: variable.id.name, rest: text.slice(0, start) + text.slice(end) })
    },
  }).visit(parseSync(file, text).program)
  return labels
}

function isTable(node: ESTree.Expression | null, text: string): boolean {
  if (node?.type === 'TSAsExpression' || node?.type === 'TSSatisfiesExpression') return isTable(node.expression, text)
  const isText = (one: ESTree.Expression) => one.type === 'Literal' && /\p{Script=Han}/u.test(text.slice(one.start, one.end))
  const values = valuesOf(node)
  return values.length > 0 && values.every(value => isText(value) || valuesOf(value).some(isText))
}

const valuesOf = (node: ESTree.Expression | null): ESTree.Expression[] =>
  node?.type === 'ObjectExpression' ? node.properties.flatMap(property => (property.type === 'Property' ? [property.value] : [])) : []
