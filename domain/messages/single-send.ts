import { checkValue, composeContent, renderTemplate, type TemplateVariable } from '#contract/content/template-text.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { acceptMessages } from '#domain/delivery/index.ts'
import { requireDailyRoom } from '#domain/identity/index.ts'
import { holdCharge } from '#domain/ledger/index.ts'
import { loadCarrierFinder } from '#domain/numbering/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { segmentCount } from '#values/segment.ts'
import { refuseSending, sendingProblem } from './permission.ts'
import { refusedPhones } from './recheck.ts'

interface SingleSend {
  signatureId: string
  templateId: string
  parameters: Readonly<Record<string, string>>
  phone: string
  now: Date
}

/**
 * Sends one transactional message to one number, checked and charged like any other; returns its id. Refuses when the
 * account or its texts may not send, the template isn't transactional, values don't fit, the number is blacklisted or
 * over its frequency limit, or the balance is empty.
 */
export async function sendSingle(
  tx: Tx,
  account: AccountId,
  { signatureId, templateId, parameters, phone, now }: SingleSend,
): Promise<string> {
  const problem = await sendingProblem(tx, account, { signatureId, templateId, now })
  if (problem) refuseSending(problem)
  const { signatureText, template } = await readTexts(tx, account, signatureId, templateId)
  const kind = template.kind
  if (kind !== 'transactional') refuse('template_unfit_answer')
  const refused = await refusedPhones(tx, account, { phones: [phone], kind, signatureId, templateId, now })
  if (refused.get(phone) === 'blacklisted') refuse('phone_blacklisted', { phone })
  if (refused.has(phone)) refuse('frequency_exceeded', { phone })
  const variables = template.variables
  const content = composeContent(signatureText, renderTemplate(template.text, variables, valuesOf(variables, parameters)), kind)
  if (content.length > limits.messageUnits) refuse('message_too_long', { units: content.length, limit: limits.messageUnits })
  const segments = segmentCount(content.length)
  const carrierOf = await loadCarrierFinder(tx, [phone])
  await requireDailyRoom(tx, account, segments, now)
  const hold = firstOrThrow(await holdCharge(tx, account, kind, new Map([[segments, 1]]), { now }))
  const messageId = newId()
  const carrier = carrierOf(phone) ?? 'mobile'
  await acceptMessages(
    tx,
    account,
    [{ messageId, kind, signatureId, templateId, phone, carrier, content, segmentCount: segments, holdId: hold.holdId }],
    { now },
  )
  return messageId
}

async function readTexts(tx: Tx, account: AccountId, signatureId: string, templateId: string) {
  const signature = await tx
    .selectFrom('signature')
    .select('text')
    .where('accountId', '=', account)
    .where('signatureId', '=', signatureId)
    .executeTakeFirstOrThrow()
  const template = await tx
    .selectFrom('template')
    .select(['kind', 'text', 'variables'])
    .where('accountId', '=', account)
    .where('templateId', '=', templateId)
    .executeTakeFirstOrThrow()
  return { signatureText: signature.text, template }
}

function valuesOf(variables: readonly TemplateVariable[], parameters: Readonly<Record<string, string>>): string[] {
  return variables.map(variable => {
    const value = parameters[variable.name]
    if (value === undefined) refuse('parameter_missing', { name: variable.name })
    const reason = checkValue(variable, value)
    if (reason) refuse('parameter_invalid', { name: variable.name, reason })
    return value
  })
}
