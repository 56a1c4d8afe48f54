import { checkLinkVariable } from '#contract/broadcast/broadcast-link.ts'
import { checkValue, type TemplateVariable } from '#contract/content/template-text.ts'
import { linkProblemName } from '#contract/links/link-problem.ts'
import type { UploadMapping, UploadShape, VariableSource } from '#contract/recipients/upload.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { maskedAddress, readSendableLink } from '#domain/links/index.ts'
import type { AccountId } from '#values/id.ts'

/** The base of short links, `https://hy.example`, and the moment at which one must be active. */
export interface ShortLinks {
  url: string
  now: Date
}

/** Sources of exactly the template's variables, each an existing column, a valid value or a link of the account. */
export async function usedSources(
  tx: Tx,
  account: AccountId,
  input: UploadMapping,
  shape: UploadShape,
  shortLinks?: ShortLinks,
): Promise<UploadMapping['variables']> {
  const noColumn = (column: number) => column >= shape.columns.length
  if (noColumn(input.phoneColumn)) refuse('input_invalid', {}, { phoneColumn: '请选择手机号所在的列' })
  const variables = await variablesOf(tx, account, input)
  const sources: UploadMapping['variables'] = {}
  for (const variable of variables) {
    const { name } = variable
    const source = Object.hasOwn(input.variables, name) ? input.variables[name] : undefined
    if (!source || ('column' in source && noColumn(source.column))) refuse('variable_unmapped', { name })
    if ('linkId' in source) {
      if (Object.values(sources).some(one => 'linkId' in one)) refuseValue(name, '一条短信只能有一个短链')
      sources[name] = await linkSource(tx, account, { variable, linkId: source.linkId, shortLinks })
    } else {
      const reason = 'value' in source ? checkValue(variable, source.value) : null
      if (reason !== null) refuseValue(name, reason)
      sources[name] = source
    }
  }
  return sources
}

const refuseValue = (name: string, reason: string): never => refuse('parameter_invalid', { name, reason }, { [name]: reason })

/** The variables of the chosen template. Refuses texts that may not be sent. */
async function variablesOf(tx: Tx, account: AccountId, input: UploadMapping): Promise<TemplateVariable[]> {
  const signature = await tx
    .selectFrom('signature')
    .select('state')
    .where('accountId', '=', account)
    .where('signatureId', '=', input.signatureId)
    .executeTakeFirst()
  if (signature?.state !== 'approved') refuse('signature_not_approved')
  const template = await tx
    .selectFrom('template')
    .select(['state', 'text', 'variables'])
    .where('accountId', '=', account)
    .where('templateId', '=', input.templateId)
    .executeTakeFirst()
  // A text written for one broadcast never changes either; it is reviewed with it.
  if (template?.state !== 'approved' && template?.state !== 'unsent') refuse('template_not_approved')
  return template.variables
}

interface LinkVariable {
  variable: TemplateVariable
  linkId: string
  shortLinks: ShortLinks | undefined
}

/** The link with a placeholder of its addresses. One in review may be chosen: sending checks whether it is active. */
async function linkSource(tx: Tx, account: AccountId, { variable, linkId, shortLinks }: LinkVariable): Promise<VariableSource> {
  if (!shortLinks) throw new Error('a short link is mapped without a word of what short links begin with')
  const { domain, problem } = await readSendableLink(tx, account, linkId, shortLinks.now)
  if (problem !== null && problem !== 'reviewing') refuseValue(variable.name, `这个短链${linkProblemName(problem)}，请换一个`)
  const value = maskedAddress(shortLinks.url, domain)
  const reason = checkLinkVariable(variable, value)
  return reason === null ? { linkId, value } : refuseValue(variable.name, reason)
}
