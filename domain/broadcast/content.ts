import { composeContent, renderTemplate, type TemplateVariable } from '#contract/content/template-text.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import { type LinkColumns, withAddress } from '#domain/messages/index.ts'

interface Texts extends LinkColumns {
  signature_text: string
  template_text: string
  variables: unknown
  kind: string
}

/** What a broadcast says to one recipient, by the values of its variables and the code of his link; without one the address stands as it was counted. */
export const contentFor = (broadcast: Texts, values: readonly string[] | null, code?: string): string =>
  composeContent(
    broadcast.signature_text,
    renderTemplate(broadcast.template_text, broadcast.variables as TemplateVariable[], withAddress(broadcast, values ?? [], code)),
    broadcast.kind as MessageKind,
  )
