import { type ESTree, parseSync, Visitor } from 'vite'
import { type TermKey, terms } from '#contract/terms.ts'
import { pairsOf } from '#values/keys.ts'

/** Other words that once named a term, each with the term that it stands for. */
const synonyms: Readonly<Record<string, TermKey>> = {
  受理: 'accepted',
  提交数: 'accepted',
  发送量: 'accepted',
  今日发送: 'accepted',
  送达: 'delivered',
  已送达: 'delivered',
  到达: 'delivered',
  送达数: 'delivered',
  成功数: 'delivered',
  成功条数: 'delivered',
  失败数: 'failed',
  失败条数: 'failed',
  失败原因: 'causes',
  未送达原因: 'causes',
  拦截数: 'refused',
  拦截次数: 'refused',
  待回执: 'awaiting',
  成功率: 'rate',
  送达率: 'rate',
  计费条数: 'segments',
  收费条数: 'charged',
  返还: 'returned',
  未送达返还: 'returned',
  耗时中位数: 'latencyP50',
  '到达耗时（中位数）': 'latencyP50',
  耗时P95: 'latencyP95',
  点击: 'clickers',
  点击数: 'clickers',
  点击的人: 'clickers',
  短链点击次数: 'clicks',
  余额合计: 'balance',
  可用: 'available',
  冻结金额: 'held',
  预扣: 'held',
  预扣中: 'held',
  '未结算（冻结）': 'held',
  可开: 'invoiceable',
  可开票金额: 'invoiceable',
  已开票金额: 'invoiced',
  现金消费: 'spent',
  消费合计: 'spent',
  现金消费合计: 'netSpent',
  现金支付: 'cash',
  余额扣费: 'balancePaid',
  余额计费: 'balancePaid',
  按条计费: 'balancePaid',
  '按条计费（含赠送金）': 'balancePaid',
  余额付: 'balancePaid',
  从余额付: 'balancePaid',
  月末余额: 'closing',
  月初余额: 'opening',
}
const keyOf: ReadonlyMap<string, TermKey> = new Map([...pairsOf(synonyms), ...pairsOf(terms).map(([key, name]) => [name, key] as const)])

/** A period before a name, and a unit behind it. */
const namePattern = /^(今日|昨日|本月|总|其中|累计|上月|近\d+天)?(.+?)(（[元%秒条]）)?$/

/** The term that a text of its own names, with or without a period before it and a unit behind it. */
const termIn = (text: string): TermKey | undefined => keyOf.get(text) ?? keyOf.get(namePattern.exec(text)?.[2] ?? '')

const namesFigures = new Set(['title', 'label', 'name'])
/** Fields beside a name that make it a column's or a figure's. */
const figureFields = new Set(['isNumber', 'value', 'values', 'of', 'count', 'hao', 'share', 'segments', 'kind', 'cell', 'row', 'render'])
/** Attributes by which components of ours take the name of a figure. */
const nameAttributes = new Set(['name', 'word'])
/** Functions whose second argument is a column but for what it shows. */
const columnCalls = new Set(['moneyColumn', 'countColumn'])
/** Functions whose first or second argument names a fact, a figure or a column. */
const namingCalls = new Set(['fact', 'figure', 'count', 'number', 'countColumn', 'today', 'row'])

const keyText = (key: ESTree.PropertyKey) => (key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : '')
const textOf = (node: ESTree.Node | null | undefined) =>
  node?.type === 'Literal' && typeof node.value === 'string'
    ? node.value
    : node?.type === 'TemplateLiteral' && node.quasis.length === 1
      ? (node.quasis[0]?.value.cooked ?? null)
      : null

/**
 * Names of columns, figures, series, facts and panels that a file writes itself although the dictionary has them:
 * `送达 → terms.delivered (成功)`.
 */
export function writtenTerms(file: string, code: string): string[] {
  const found: string[] = []
  const addText = (text: string) => {
    const key = termIn(text)
    if (key) found.push(`${text} → terms.${key} (${terms[key]})`)
  }
  const add = (node: ESTree.Node | null | undefined): void => {
    if (node?.type === 'ConditionalExpression') for (const one of [node.consequent, node.alternate]) add(one)
    else addText(textOf(node) ?? '')
  }
  new Visitor({
    ObjectExpression: ({ properties }) => {
      const fields = properties.flatMap(one => (one.type === 'Property' ? [one] : []))
      for (const { key, computed } of fields) if (!computed) addText(keyText(key))
      if (!fields.some(one => figureFields.has(keyText(one.key)))) return
      for (const one of fields) if (namesFigures.has(keyText(one.key))) add(one.value)
    },
    ArrayExpression: ({ elements }) => elements.forEach(add),
    CallExpression: ({ callee, arguments: [first, second] }) => {
      if (callee.type !== 'Identifier') return
      if (columnCalls.has(callee.name) && second?.type === 'ObjectExpression')
        for (const one of second.properties) if (one.type === 'Property' && keyText(one.key) === 'title') add(one.value)
      if (!namingCalls.has(callee.name)) return
      add(first)
      add(second)
    },
    JSXOpeningElement: ({ name, attributes }) => {
      const isPanel = name.type === 'JSXIdentifier' && name.name === 'Panel'
      for (const one of attributes) {
        if (one.type !== 'JSXAttribute' || one.name.type !== 'JSXIdentifier') continue
        if (nameAttributes.has(one.name.name) || (isPanel && one.name.name === 'title')) add(one.value)
      }
    },
    JSXElement: ({ openingElement: { name }, children }) => {
      if (name.type !== 'JSXIdentifier' || !['th', 'dt'].includes(name.name)) return
      for (const one of children) if (one.type === 'JSXText') addText(one.value.trim())
    },
  }).visit(parseSync(file, code).program)
  return found
}
