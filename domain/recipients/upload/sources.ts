import { checkLinkVariable } from '#contract/broadcast/broadcast-link.ts'
import { checkValue, type TemplateVariable } from '#contract/content/template-text.ts'
import { linkProblemName } from '#contract/links/link-problem.ts'
import type { UploadMapping, UploadShape, VariableSource } from '#contract/recipients/upload.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { maskedAddress, readSendableLink } from '#domain/links/index.ts'
import type { AccountId } from '#values/id.ts'

/** What short links begin with, `https://hy.example`, and the moment at which one has to lead somewhere. */
export interface ShortLinks {
  url: string
  now: Date
}

/** The sources of the template's variables and no others, each of a column that there is, a value that fits or a link of the account. */
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
    .where('account_id', '=', account)
    .where('signature_id', '=', input.signatureId)
    .executeTakeFirst()
  if (signature?.state !== 'approved') refuse('signature_not_approved')
  const template = await tx
    .selectFrom('template')
    .select(['state', 'text', 'variables'])
    .where('account_id', '=', account)
    .where('template_id', '=', input.templateId)
    .executeTakeFirst()
  // A text that was written for one broadcast never changes either; it is reviewed with it.
  if (template?.state !== 'approved' && template?.state !== 'unsent') refuse('template_not_approved')
  return template.variables as TemplateVariable[]
}

interface LinkVariable {
  variable: TemplateVariable
  linkId: string
  shortLinks: ShortLinks | undefined
}

/** The link with what its addresses look like. One that waits for review may be chosen: whether it leads anywhere is asked when it is sent. */
async function linkSource(tx: Tx, account: AccountId, { variable, linkId, shortLinks }: LinkVariable): Promise<VariableSource> {
  if (!shortLinks) throw new Error('a short link is mapped without a word of what short links begin with')
  const { domain, problem } = await readSendableLink(tx, account, linkId, shortLinks.now)
  if (problem !== null && problem !== 'reviewing') refuseValue(variable.name, `这个短链${linkProblemName(problem)}，请换一个`)
  const value = maskedAddress(shortLinks.url, domain)
  const reason = checkLinkVariable(variable, value)
  return reason === null ? { linkId, value } : refuseValue(variable.name, reason)
}
