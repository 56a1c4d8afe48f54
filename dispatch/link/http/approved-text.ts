import type { UpstreamTemplate } from '#contract/messages/http-channel.ts'

export interface ApprovedText {
  code: string
  /** In the order of the text; a variable that repeats is there once. */
  parameters: [name: string, value: string][]
}

/** What sending adds to marketing (contract/content/template-text.ts); an upstream adds its own. */
const optOutTail = /，?拒收请回复R$/

/** `【云栈】您的验证码是1234` in its two parts. */
export function splitSignature(text: string): { signature: string; body: string } {
  const [whole, signature = ''] = /^【([^】]*)】/.exec(text) ?? ['']
  return { signature, body: text.slice(whole.length) }
}

/** The upstream's template that a text fits, the one with the most fixed text; null when none does. */
export function approvedText(templates: readonly UpstreamTemplate[], body: string): ApprovedText | null {
  const bare = body.replace(optOutTail, '')
  for (const text of bare === body ? [body] : [body, bare]) {
    const found = templates
      .flatMap(template => {
        const parameters = parametersOf(template.text, text)
        return parameters ? [{ code: template.code, parameters, fixed: fixedLength(template.text) }] : []
      })
      .sort((a, b) => b.fixed - a.fixed)[0]
    if (found) return { code: found.code, parameters: found.parameters }
  }
  return null
}

const variable = /\$\{([^{}]*)\}/
const fixedLength = (template: string) => template.replaceAll(new RegExp(variable, 'g'), '').length

/**
 * The values of the variables: each reaches to the next fixed text, the last to the end. One pass from the left is
 * enough, since any text fits a variable.
 */
function parametersOf(template: string, text: string): [string, string][] | null {
  const [head = '', ...rest] = template.split(variable)
  if (!text.startsWith(head)) return null
  const values = new Map<string, string>()
  let at = head.length
  for (let index = 0; index < rest.length; index += 2) {
    const [name = '', literal = ''] = [rest[index], rest[index + 1]]
    const isLast = index + 2 >= rest.length
    const end = isLast ? text.length - literal.length : text.indexOf(literal, at + 1)
    if (end <= at || !text.startsWith(literal, end)) return null
    const value = text.slice(at, end)
    if ((values.get(name) ?? value) !== value) return null
    values.set(name, value)
    at = end + literal.length
  }
  return at === text.length ? [...values] : null
}
