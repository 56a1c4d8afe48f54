import { composeContent, renderTemplate, type TemplateVariable } from '#contract/template-text.ts'
import type { MessageKind } from '#domain/ledger/charge.ts'

interface Texts {
  signature_text: string
  template_text: string
  variables: unknown
  kind: string
}

/** What a broadcast says to one recipient, by the values of its variables. */
export const contentFor = (broadcast: Texts, values: readonly string[] | null): string =>
  composeContent(
    broadcast.signature_text,
    renderTemplate(broadcast.template_text, broadcast.variables as TemplateVariable[], values ?? []),
    broadcast.kind as MessageKind,
  )
