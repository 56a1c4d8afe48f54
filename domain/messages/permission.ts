import { type CapabilityRefusal, capabilities, capabilityProblem } from '#contract/account/capability.ts'
import { type RefusalCode, refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { attestationStatusFrom } from '#domain/identity/index.ts'
import type { AccountId } from '#values/id.ts'

/** Why an account may not send a text. */
export type SendingProblem = Extract<RefusalCode, 'account_frozen' | 'signature_not_approved' | 'template_not_approved'> | CapabilityRefusal

/**
 * Why nothing may be sent with these texts now, or null. Checked when a broadcast is sent and again while its messages
 * are made, since an account, a signature or a template may be stopped in between.
 */
export async function sendingProblem(
  tx: Tx,
  account: AccountId,
  { signatureId, templateId, now }: { signatureId: string; templateId: string; now: Date },
): Promise<SendingProblem | null> {
  const row = await tx
    .selectFrom('account')
    .leftJoin('signature', join => join.on('signature.accountId', '=', account).on('signature.signatureId', '=', signatureId))
    .leftJoin('template', join => join.on('template.accountId', '=', account).on('template.templateId', '=', templateId))
    .select(['account.state', 'account.attestedAt', 'account.attestedAs', 'account.attestedUntil'])
    .select(['signature.state as signature', 'template.state as template', 'template.kind'])
    .where('account.accountId', '=', account)
    .executeTakeFirstOrThrow()
  if (row.state !== 'active') return 'account_frozen'
  const ofStanding = capabilityProblem(attestationStatusFrom(row, now), row.kind === 'marketing' ? 'marketing.send' : 'message.send')
  if (ofStanding) return ofStanding
  if (row.signature !== 'approved') return 'signature_not_approved'
  return row.template === 'approved' ? null : 'template_not_approved'
}

/** Refuses for a problem; by the table of capabilities, only marketing can lack attestation. */
export const refuseSending = (problem: SendingProblem): never => refuse(problem, { what: capabilities['marketing.send'].name })
