import { sandboxSignature, sandboxTemplates } from '#contract/messages/sandbox.ts'
import type { Tx } from '#db/connect.ts'
import type { AppCaller } from '#domain/apps/index.ts'
import type { AccountId } from '#values/id.ts'
import type { MatchableTemplate } from './template-match.ts'

export interface SendableTexts {
  /** Texts without 【】 by the signature's id. */
  signatures: Map<string, string>
  templates: MatchableTemplate[]
}

/** The approved signatures and templates that an app may send with, and for a test app those of the sandbox. */
export async function sendableTexts(
  tx: Tx,
  account: AccountId,
  { kind, settings: { signatureIds, templateIds } }: Pick<AppCaller, 'kind' | 'settings'>,
): Promise<SendableTexts> {
  const signatures = await tx
    .selectFrom('signature')
    .select(['signatureId', 'text'])
    .where('accountId', '=', account)
    .where('state', '=', 'approved')
    .execute()
  const rows = await tx
    .selectFrom('template')
    .select(['templateId', 'code', 'kind', 'text', 'variables'])
    .where('accountId', '=', account)
    .where('state', '=', 'approved')
    .execute()
  const templates = rows.map(row => ({ ...row, kind: row.kind, variables: row.variables }))
  if (kind === 'test') {
    signatures.push(sandboxSignature)
    templates.push(...sandboxTemplates)
  }
  return {
    signatures: new Map(signatures.filter(one => signatureIds?.includes(one.signatureId) ?? true).map(one => [one.signatureId, one.text])),
    templates: templates.filter(one => templateIds?.includes(one.templateId) ?? true),
  }
}
