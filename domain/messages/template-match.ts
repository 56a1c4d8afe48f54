import { checkValue, type MessageKind, type TemplateVariable } from '#contract/content/template-text.ts'
import { itemOrThrow } from '#values/or-throw.ts'

/** An approved template, as far as texts are matched against it. */
export interface MatchableTemplate {
  code: string
  kind: MessageKind
  text: string
  variables: readonly TemplateVariable[]
}

export interface TemplateMatch {
  code: string
  kind: MessageKind
  /** Values of the variables by name: rendering the template with them gives the text again. */
  parameters: Record<string, string>
}

/**
 * Opt-out suffix that sending adds to marketing (contract/content/template-text.ts, composeContent) and that a text may
 * already have.
 */
const optOutTail = /，?拒收请回复R$/

interface Variable {
  variable: TemplateVariable
  /** The fixed text behind it up to the next variable or the end. */
  literal: string
}

interface Found {
  match: TemplateMatch
  literalUnits: number
}

interface Budget {
  tries: number
}

interface Compiled {
  template: MatchableTemplate
  head: string
  parts: Variable[]
  tail: string
  literalUnits: number
  leastUnits: number
  maxUnits: number
  /** A variable occurs more than once: the values that fit at one place then depend on those before it. */
  isRepeating: boolean
}

/**
 * Values tried for one text. Texts of people need some dozens; repetitive texts, or templates that repeat variables,
 * could need millions.
 */
const maxTries = 50_000
/** Templates are indexed by this many leading characters: few of a thousand share them. */
const keyUnits = 4

/**
 * Template matcher: finds the approved template that a finished text was rendered from. Of several, the one with the
 * most fixed text wins, then the first by code. The work is bounded for any text: each position is tried once per
 * variable, and after too many tries nothing matches.
 */
export class TemplateMatcher {
  readonly #byHead = new Map<string, Compiled[]>()

  constructor(templates: readonly MatchableTemplate[]) {
    const compiled = templates.map(compile).sort((a, b) => b.literalUnits - a.literalUnits || (a.template.code < b.template.code ? -1 : 1))
    for (const one of compiled) {
      const key = one.head.slice(0, keyUnits)
      const alike = this.#byHead.get(key)
      if (alike) alike.push(one)
      else this.#byHead.set(key, [one])
    }
  }

  /** `text` is without the signature. Null when no template fits. */
  match(text: string): TemplateMatch | null {
    const budget = { tries: maxTries }
    const found = this.#best(text, budget, () => true)
    if (!optOutTail.test(text)) return found?.match ?? null
    const bare = this.#best(text.replace(optOutTail, ''), budget, ({ kind }) => kind === 'marketing')
    return (found && (!bare || found.literalUnits >= bare.literalUnits) ? found : bare)?.match ?? null
  }

  #best(text: string, budget: Budget, isAllowed: (template: MatchableTemplate) => boolean): Found | null {
    let best: Found | null = null
    for (let units = 0; units <= keyUnits; units++)
      for (const compiled of this.#byHead.get(text.slice(0, units)) ?? []) {
        const { template, literalUnits, head } = compiled
        // A shorter key belongs to templates whose fixed head is that short.
        if (units < keyUnits && head.length !== units) continue
        if (best && (literalUnits < best.literalUnits || (literalUnits === best.literalUnits && template.code > best.match.code))) break
        if (!isAllowed(template)) continue
        const parameters = valuesOf(compiled, text, budget)
        if (parameters) best = { match: { code: template.code, kind: template.kind, parameters }, literalUnits }
      }
    return best
  }
}

function compile(template: MatchableTemplate): Compiled {
  const [head = '', ...rest] = template.text.split(/\$\{([^{}]*)\}/)
  const parts: Variable[] = []
  for (let index = 0; index < rest.length; index += 2) {
    const variable = template.variables.find(({ name }) => name === rest[index])
    if (!variable) throw new Error(`template ${template.code} has no variable ${rest[index]}`)
    parts.push({ variable, literal: itemOrThrow(rest, index + 1) })
  }
  const literalUnits = head.length + parts.reduce((sum, part) => sum + part.literal.length, 0)
  return {
    template,
    head,
    parts,
    tail: parts.at(-1)?.literal ?? '',
    literalUnits,
    leastUnits: literalUnits + parts.length,
    maxUnits: literalUnits + parts.reduce((sum, part) => sum + part.variable.maxLength, 0),
    isRepeating: new Set(parts.map(part => part.variable.name)).size < parts.length,
  }
}

/** Values that render the template to the text, each as short as possible from the left; null when there are none. */
function valuesOf(compiled: Compiled, text: string, budget: Budget): Record<string, string> | null {
  const { head, parts, tail, leastUnits, maxUnits, isRepeating } = compiled
  if (text.length < leastUnits || text.length > maxUnits || !text.startsWith(head) || !text.endsWith(tail)) return null
  const dead = new Set<number>()
  const values = new Map<string, string>()
  const fits = (index: number, start: number): boolean => {
    const part = parts[index]
    if (!part) return start === text.length
    const place = index * (text.length + 1) + start
    if (dead.has(place)) return false
    const { variable, literal } = part
    const known = values.get(variable.name)
    for (const end of endsOf(text, part, start, { known, isLast: index === parts.length - 1 })) {
      if (budget.tries-- <= 0) return false
      const value = text.slice(start, end)
      if (known === undefined ? checkValue(variable, value) !== null : value !== known) continue
      values.set(variable.name, value)
      if (fits(index + 1, end + literal.length)) return true
      if (known === undefined) values.delete(variable.name)
    }
    if (!isRepeating) dead.add(place)
    return false
  }
  return fits(0, head.length) ? Object.fromEntries(values) : null
}

/** Where a variable that starts here may end: before its literal, within its length. */
function* endsOf(text: string, part: Variable, start: number, { known, isLast }: { known: string | undefined; isLast: boolean }) {
  const { variable, literal } = part
  const from = start + (known?.length ?? 1)
  const until = Math.min(start + (known?.length ?? variable.maxLength), text.length - literal.length)
  if (isLast) {
    const end = text.length - literal.length
    if (end >= from && end <= until) yield end
    return
  }
  // The empty literal between adjacent variables matches everywhere, behind the last character again and again.
  for (let next = from; next <= until; ) {
    const end = text.indexOf(literal, next)
    if (end < 0 || end > until) return
    yield end
    next = end + 1
  }
}
