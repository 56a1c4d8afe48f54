import { checkValue, type TemplateVariable, variableKinds } from './content/template-text.ts'

/** The words around a variable say most about a number: 满${a}减${b}元, ${n}分钟内. `before`, `after`: the text beside it. */
const byPlace: [before: RegExp, after: RegExp, example: string][] = [
  [/满$/, /^/, '300'],
  [/[减省抵降返]$/, /^/, '40'],
  [/^/, /^元/, '128.00'],
  [/^/, /^元/, '128'],
  [/^/, /^折/, '8'],
  [/^/, /^%/, '20'],
  [/^/, /^分钟/, '15'],
  [/^/, /^(?:个?小时|天|个工作日|[件个份条次张位人桶箱盒年])/, '3'],
  [/^/, /^个?月/, '11'],
  [/^/, /^[日号楼栋层室桌]/, '8'],
]

/** Common names of variables, with examples; the first valid one is used. */
const byName: [name: RegExp, examples: string[]][] = [
  [/goods|product|item|sku/i, ['龙井茶礼盒']],
  [/shop|store|branch/i, ['文三路店']],
  [/carrier|courier|express_?(?:name|company)/i, ['顺丰速运']],
  [/address|location|place|city/i, ['杭州市文三路478号', '杭州']],
  [/parcel|track|waybill|express|^number$/i, ['SF1382016609458', '1382016609458']],
  [/order|serial/i, ['YT2026', '20261121008', '2026']],
  [/phone|mobile|tel$/i, ['0571-88996600', '057188996600']],
  [/coupon|pick_?up|code|yzm/i, ['386072']],
  [/amount|price|money|fee|balance|total|pay/i, ['128.00', '128']],
  [/discount|percent/i, ['8']],
  [/minute|second/i, ['15']],
  [/count|num$|qty|days$|times$/i, ['3']],
  [/clock|hour|time/i, ['11月21日 15:30', '15:30']],
  [/date|day/i, ['11月21日']],
  [/month/i, ['11月', '11']],
  [/year/i, ['2026年', '2026']],
]

/** An example value of a variable: its own, or one that suits its place in the text, its name or its kind. */
export function exampleOf(variable: TemplateVariable, text = ''): string {
  if (variable.example) return variable.example
  const fits = (value: string) => checkValue(variable, value) === null
  const candidates = [
    ...(variable.kind === 'text' ? [] : placeExamples(variable.name, text)),
    ...byName.flatMap(([pattern, examples]) => (pattern.test(variable.name) ? examples : [])),
  ]
  const { example } = variableKinds[variable.kind]
  return candidates.find(fits) ?? example.slice(0, variable.maxLength)
}

function placeExamples(name: string, text: string): string[] {
  const [before, ...after] = text.split(`\${${name}}`)
  if (before === undefined || after[0] === undefined) return []
  const rest = after[0]
  return byPlace.filter(([pattern, next]) => pattern.test(before) && next.test(rest)).map(([, , example]) => example)
}
