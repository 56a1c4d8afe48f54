import { type TemplateVariable, type VariableKind, variableKinds, variablesOf } from './template-text.ts'

const guesses: [pattern: RegExp, kind: VariableKind][] = [
  [/code|yzm|captcha|验证码/i, 'code'],
  [/order|serial|sn$|no$/i, 'alphanumeric'],
  [/time|date|day/i, 'time'],
  [/amount|price|money|fee|balance/i, 'amount'],
  [/link|url/i, 'link'],
  [/count|minute|num|second/i, 'digits'],
]

/** A new variable with the kind that its name suggests. */
export function newVariable(name: string): TemplateVariable {
  const kind = guesses.find(([pattern]) => pattern.test(name))?.[1] ?? 'text'
  return { name, kind, maxLength: variableKinds[kind].most }
}

/** The variable name that reserves a place for a short link in a text written for one broadcast. */
export const ownLinkName = 'link'

/** Variables of a text written for one broadcast: each may hold any short text, the link an address. */
export const ownVariables = (text: string): TemplateVariable[] =>
  variablesOf(text).map(name => {
    const kind = name === ownLinkName ? 'link' : 'text'
    return { name, kind, maxLength: variableKinds[kind].most }
  })

/** The variables of a text, each as known already or as its name suggests. */
export const variablesIn = (text: string, known: Readonly<Record<string, TemplateVariable>> = {}): TemplateVariable[] =>
  variablesOf(text).map(name => (Object.hasOwn(known, name) && known[name]) || newVariable(name))

/**
 * Variables in other platforms' notation: {1} of Tencent, @var(name) of SUBMAIL, {$name} of Chuanglan, #name# of
 * others.
 */
export const otherSyntax = /(?<!\$)\{(\d{1,2})\}|@var\(\s*(\w+)\s*\)|\{\$(\w*)\}|#([A-Za-z]\w*)#/g

/** Converts another platform's variables to our notation; numbers and invalid names become `p1`, `p2` … */
export function convertSyntax(text: string): string {
  let unnamed = 0
  return text.replace(otherSyntax, (_, number?: string, ...names: (string | undefined)[]) => {
    const name = names.slice(0, 3).find(one => one)
    if (name && /^[A-Za-z]\w{0,19}$/.test(name)) return `\${${name}}`
    unnamed += 1
    return `\${p${number ?? unnamed}}`
  })
}

/** Converts our text to Tencent's notation: variables numbered in the order in which they first occur. */
export function toNumbered(text: string): string {
  const names = variablesOf(text)
  return text.replace(/\$\{([^{}]*)\}/g, (_, name: string) => `{${names.indexOf(name) + 1}}`)
}
