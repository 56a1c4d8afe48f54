import type { RefusalCode } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/**
 * Why nothing may be sent with these texts now, or null. Asked when a broadcast is sent and again while its messages are made: an account, a signature or a
 * template may be stopped in between.
 */
export async function sendingProblem(
  tx: Tx,
  account: AccountId,
  { signatureId, templateId }: { signatureId: string; templateId: string },
): Promise<Extract<RefusalCode, `account_${string}` | `${string}_not_approved`> | null> {
  const row = await tx
    .selectFrom('account')
    .leftJoin('signature', join => join.on('signature.account_id', '=', account).on('signature.signature_id', '=', signatureId))
    .leftJoin('template', join => join.on('template.account_id', '=', account).on('template.template_id', '=', templateId))
    .select(['account.state', 'account.attested_at', 'signature.state as signature', 'template.state as template'])
    .where('account.account_id', '=', account)
    .executeTakeFirstOrThrow()
  if (row.state !== 'active') return 'account_frozen'
  if (row.attested_at === null) return 'account_not_attested'
  if (row.signature !== 'approved') return 'signature_not_approved'
  return row.template === 'approved' ? null : 'template_not_approved'
}
