import { composeContent, renderTemplate, type TemplateVariable } from '#contract/content/template-text.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import { type LinkColumns, withAddress } from '#domain/messages/index.ts'

interface Texts extends LinkColumns {
  signatureText: string
  templateText: string
  variables: TemplateVariable[]
  kind: MessageKind
}

/**
 * The text for one recipient, with the values of its variables and its link code; without a code the address is a
 * placeholder of equal length.
 */
export const contentFor = (broadcast: Texts, values: readonly string[] | null, code?: string): string =>
  composeContent(
    broadcast.signatureText,
    renderTemplate(broadcast.templateText, broadcast.variables, withAddress(broadcast, values ?? [], code)),
    broadcast.kind,
  )
