import type { CallAnswerWire } from '#contract/call.ts'
import { signatureCalls } from '#contract/content/signature.ts'
import { templateCalls } from '#contract/content/template.ts'
import { composeContent, renderTemplate } from '#contract/content/template-text.ts'
import { exampleOf } from '#contract/variable-example.ts'
import { useCall, useListCall } from '#ui/call.ts'

export type Signature = CallAnswerWire<typeof signatureCalls.list>['rows'][number]
export type Template = CallAnswerWire<typeof templateCalls.list>['rows'][number]
/** As many as a list returns at once; a search finds the rest. */
const pageSize = 100
/** Longer texts are not searched for. */
const searchCharacters = 50
const approved = (search: string) => ({ state: 'approved', search: search.slice(0, searchCharacters), pageSize }) as const

/** Approved signatures to choose from, and the chosen one in any case. */
export function useSignatures(chosenId: string, search: string) {
  const list = useListCall(signatureCalls.list, approved(search))
  const listed = list.data?.rows.find(row => row.signatureId === chosenId)
  const one = useCall(signatureCalls.one, { signatureId: chosenId }, { enabled: chosenId !== '' && list.data !== undefined && !listed })
  const chosen = listed ?? one.data
  return { list, isLoading: list.isPending || one.isLoading, chosen: chosen?.state === 'approved' ? chosen : undefined }
}

/**
 * Approved templates to choose from, except for codes, which go to one number at a time, and the chosen one; `isOwn`: a
 * text that is still to be reviewed.
 */
export function useTemplates(chosenId: string, search: string, isOwn = false) {
  const list = useListCall(templateCalls.list, approved(search))
  const listed = list.data?.rows.find(row => row.templateId === chosenId)
  const one = useCall(templateCalls.one, { templateId: chosenId }, { enabled: chosenId !== '' && list.data !== undefined && !listed })
  const chosen = listed ?? one.data
  const isUsable = chosen?.state === (isOwn ? 'unsent' : 'approved')
  const rows = list.data?.rows.filter(row => row.kind !== 'otp') ?? []
  const isLoading = list.isPending || one.isLoading
  return {
    list,
    rows,
    isLoading,
    isWhole: list.data !== undefined && list.data.rows.length < pageSize,
    chosen: isUsable ? chosen : undefined,
  }
}

/** A message with the examples of its variables. */
export function exampleContent(signature: Signature | undefined, template: Pick<Template, 'kind' | 'text' | 'variables'>): string {
  const values = template.variables.map(variable => exampleOf(variable, template.text))
  return composeContent(signature?.text ?? '签名', renderTemplate(template.text, template.variables, values), template.kind)
}
