import { refuse } from '#contract/refusals.ts'
import { composeContent, renderTemplate, type TemplateVariable } from '#contract/template-text.ts'
import type { Tx } from '#db/connect.ts'
import { countUp } from '#domain/account/rate-limit.ts'
import { holdCharge } from '#domain/ledger/charge.ts'
import { accountSettings, marketingHoursOf } from '#domain/settings.ts'
import { acceptMessages } from '#domain/sms/accept.ts'
import { loadOperatorFinder } from '#domain/sms/number-segment.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { segmentCount } from '#values/segment.ts'
import { permittedFrom } from './hours.ts'
import { readyUpload } from './plan.ts'
import { refusedPhones } from './recheck.ts'
import { requireSendable } from './send.ts'

const hourMs = 3_600_000

/** Sends the message of an upload's first number to a member's own number, charged like any other. */
export async function sendTest(tx: Tx, account: AccountId, input: { uploadId: string; memberId: string; phone: string; now: Date }) {
  const { uploadId, memberId, phone, now } = input
  const { template, kind, signatureId } = await readyUpload(tx, account, uploadId)
  const signature = await requireSendable(tx, account, { signatureId, template })
  const values = await firstValues(tx, account, uploadId)
  const waitMs = await countUp(tx, `broadcast-test:${memberId}`, { windowMs: hourMs, most: limits.testSendsPerHour }, now)
  if (waitMs > 0) refuse('too_many_requests', { seconds: Math.ceil(waitMs / 1000) })
  const templateId = template.template_id
  const refused = await refusedPhones(tx, account, { phones: [phone], kind, signatureId, templateId, now })
  if (refused.get(phone) === 'blacklisted') refuse('phone_blacklisted', { phone })
  if (refused.has(phone)) refuse('frequency_exceeded', { phone })
  const text = renderTemplate(template.text, template.variables as unknown as TemplateVariable[], values)
  const content = composeContent(signature.text, text, kind)
  const segments = segmentCount(content.length)
  const operatorOf = await loadOperatorFinder(tx)
  const [hold] = await holdCharge(tx, account, kind, new Map([[segments, 1]]), { now })
  const permitted = permittedFrom(kind, now, marketingHoursOf(await accountSettings(tx, account)))
  const message = {
    messageId: newId(),
    kind,
    signatureId,
    templateId,
    phone,
    operator: operatorOf(phone) ?? 'mobile',
    content,
    segmentCount: segments,
    holdId: hold!.holdId,
  }
  await acceptMessages(tx, account, [message], { now, dueAt: permitted })
  return { content, segmentCount: segments, heldUntil: permitted > now ? permitted : null }
}

async function firstValues(tx: Tx, account: AccountId, uploadId: string): Promise<string[]> {
  const first = await tx
    .selectFrom('recipient')
    .select('variables')
    .where('account_id', '=', account)
    .where('upload_id', '=', uploadId)
    .orderBy('line')
    .limit(1)
    .executeTakeFirst()
  if (!first) refuse('no_recipient')
  return first.variables ?? []
}
