/** A variable of a template, in the order in which the text first names it. */
export interface TemplateVariable {
  name: string
}

const optOutLine = '，拒收请回复R'
/** An instruction at the end of the text; a text that merely speaks of 退订 has none. */
const saysHowToOptOut = /(?:拒收请?回复?|退订请?回复?)\s*[A-Z]{1,2}[。！.!]?$|回复?\s*[A-Z]{1,2}\s*退订[。！.!]?$/i
const pattern = /\$\{([^{}]*)\}/g

/** Names of the variables of a text, each once, in the order of the text. */
export function variablesOf(text: string): string[] {
  return [...new Set([...text.matchAll(pattern)].map(match => match[1]!))]
}

/** The text with the values put in, `values` in the order of `variables`. Throws when a value is missing: the upload has checked them. */
export function renderTemplate(text: string, variables: readonly TemplateVariable[], values: readonly string[]): string {
  const byName = new Map(variables.map((variable, index) => [variable.name, values[index]]))
  return text.replace(pattern, (_, name: string) => {
    const value = byName.get(name)
    if (value === undefined) throw new Error(`no value for the variable ${name}`)
    return value
  })
}

/** A message as it is sent: 【signature】 and the text; marketing says how to refuse more of it, once. */
export function composeContent(signatureText: string, text: string, kind: 'code' | 'notice' | 'marketing'): string {
  return `【${signatureText}】${text}${kind === 'marketing' && !saysHowToOptOut.test(text) ? optOutLine : ''}`
}
