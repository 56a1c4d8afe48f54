import { checkValue, composeContent, renderTemplate, type TemplateVariable } from '#contract/content/template-text.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import { maskPhone } from '#values/phone.ts'
import { requireSendable } from './send.ts'
import { sendToOwn } from './test-send.ts'

interface Trial {
  templateId: string
  signatureId: string
  /** In the order of the template's variables. */
  values: readonly string[]
  memberId: string
  now: Date
}

/**
 * Test send of a template to the member's own phone, charged like any message. Refuses texts that may not be sent and
 * invalid values.
 */
export async function testSendTemplate(tx: Tx, account: AccountId, { templateId, signatureId, values, memberId, now }: Trial) {
  const template = await tx
    .selectFrom('template')
    .select(['templateId', 'kind', 'text', 'variables'])
    .where('accountId', '=', account)
    .where('templateId', '=', templateId)
    .where('state', 'not in', ['deleted', 'unsent'])
    .executeTakeFirst()
  if (!template) refuse('not_found')
  const signature = await requireSendable(tx, account, { signatureId, template, now })
  const variables = template.variables
  requireValues(variables, values)
  const { phone } = await tx
    .selectFrom('member')
    .select('phone')
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  const kind = template.kind
  const content = composeContent(signature.text, renderTemplate(template.text, variables, values), kind)
  const sent = await sendToOwn(tx, account, {
    kind,
    signatureId,
    templateId,
    messages: [{ messageId: newId(), phone, content }],
    memberId,
    now,
  })
  return { phone: maskPhone(phone), segmentCount: sent.segmentCount, heldUntil: sent.heldUntil }
}

function requireValues(variables: readonly TemplateVariable[], values: readonly string[]): void {
  for (const [index, variable] of variables.entries()) {
    const value = values[index]
    if (value === undefined) refuse('parameter_missing', { name: variable.name })
    const reason = checkValue(variable, value)
    if (reason !== null) refuse('parameter_invalid', { name: variable.name, reason })
  }
}
