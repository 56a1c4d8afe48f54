import { composeContent, type TemplateVariable } from '#contract/content/template-text.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'

interface Texts {
  signatureText: string
  templateText: string
  kind: MessageKind
  variables: readonly Pick<TemplateVariable, 'name'>[]
}

const variablePattern = /\$\{([^{}]*)\}/

/**
 * Renders the message of a row: `composeContent` of `renderTemplate`, with the template parsed once for all rows.
 * Values in the order of the variables.
 */
export function textMaker({ signatureText, templateText, kind, variables }: Texts): (values: readonly string[]) => string {
  // Plain text at even indexes, names of variables at odd ones.
  const parts = templateText.split(variablePattern)
  const order = parts.filter((_, index) => index % 2 === 1).map(name => variables.findIndex(variable => variable.name === name))
  if (order.includes(-1)) throw new Error('the template names a variable that it does not have')
  const plain = parts.filter((_, index) => index % 2 === 0)
  if (order.length === 0) {
    const text = composeContent(signatureText, templateText, kind)
    return () => text
  }
  return values => {
    let text = firstOrThrow(plain)
    for (let index = 0; index < order.length; index += 1)
      text += itemOrThrow(values, itemOrThrow(order, index)) + itemOrThrow(plain, index + 1)
    return composeContent(signatureText, text, kind)
  }
}
