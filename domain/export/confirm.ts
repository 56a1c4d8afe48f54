import { type ExportName, exportNames } from '#contract/export/export.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { issueCode, redeemCode } from '#domain/identity/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'

interface Asked {
  memberId: string
  source: ExportName
  now: Date
}

/**
 * Creates a one-time code for one export of unmasked numbers, for the caller to send to the member's own number; an
 * earlier one becomes void. Refuses `code_limited`.
 */
export async function requestExportCode(
  tx: Tx,
  account: AccountId,
  secret: string,
  input: Asked & { phone: string; address: string },
): Promise<{ code: string; sourceName: string }> {
  const { memberId, source, phone, address, now } = input
  const code = await issueCode(tx, secret, { phone, purpose: 'export', address, now })
  const row = { source, askedAt: now, confirmedAt: null }
  await tx
    .insertInto('exportConfirmation')
    .values({ accountId: account, memberId, ...row })
    .onConflict(conflict => conflict.columns(['accountId', 'memberId']).doUpdateSet(row))
    .execute()
  return { code, sourceName: exportNames[source] }
}

/**
 * Checks the one-time code for this list. Returns false instead of refusing, because a refusal would roll back the
 * counted attempt and allow guessing.
 */
export async function confirmExport(
  tx: Tx,
  account: AccountId,
  secret: string,
  input: Asked & { phone: string; code: string },
): Promise<boolean> {
  const { memberId, source, phone, code, now } = input
  const asked = await tx
    .selectFrom('exportConfirmation')
    .select('source')
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
  if (asked?.source !== source) return false
  try {
    await redeemCode(tx, secret, { phone, purpose: 'export', code, now })
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
  await tx
    .updateTable('exportConfirmation')
    .set({ confirmedAt: now })
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .execute()
  return true
}

/** Consumes a member's recent confirmation for this list; it allows one export. */
export async function spendConfirmation(tx: Tx, account: AccountId, { memberId, source, now }: Asked): Promise<boolean> {
  const since = new Date(now.getTime() - limits.exportConfirmedMinutes * 60_000)
  const used = await tx
    .deleteFrom('exportConfirmation')
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .where('source', '=', source)
    .where('confirmedAt', '>', since)
    .returning('memberId')
    .executeTakeFirst()
  return used !== undefined
}
