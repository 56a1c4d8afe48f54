import { sql } from 'kysely'
import type { AttestationReasons, AttestationState } from '#contract/account/attestation.ts'
import { type AttestationForm, type AttestationSubject, itemName } from '#contract/account/attestation-form.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { isMoment } from '#db/moment.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import type { AccountId } from '#values/id.ts'
import { keysOf } from '#values/keys.ts'
import { refreshIdentityIndex } from './attestation-draft.ts'

/** A decision of staff on one submission, in the version that they saw. */
export interface Decision {
  attestationId: string
  submittedAt: Date
  staffId: string
  now: Date
}

/**
 * Approves an attestation: it replaces the account's identity. Runs in a transaction of the platform's role and returns
 * the name. Refuses `not_found`, `review_decided`, `review_resubmitted`.
 */
export async function approveAttestation(tx: Tx, account: AccountId, decision: Decision): Promise<{ name: string; isFirst: boolean }> {
  const { attestationId, staffId, now } = decision
  await lockAccount(tx, account)
  // Replaces the old one first, because only one may be approved at a time.
  const before = await tx
    .updateTable('attestation')
    .set({ state: 'replaced' satisfies AttestationState, endedAt: now })
    .where('accountId', '=', account)
    .where('state', '=', 'approved' satisfies AttestationState)
    .returning('attestationId')
    .execute()
  const { rows } = await sql<{ name: string; subject: AttestationSubject; validUntil: string | null; form: AttestationForm }>`
    update attestation set state = 'approved', decided_at = ${now}, staff_id = ${staffId}, reason = null, reasons = null,
      version = 1 + coalesce((select max(version) from attestation as earlier where earlier.account_id = ${account}), 0)
    where account_id = ${account} and attestation_id = ${attestationId} and state = 'reviewing'
      and ${isMoment(sql`submitted_at`, decision.submittedAt)}
    returning name, subject, valid_until, form`.execute(tx)
  const approved = rows[0] ?? (await sayWhyNot(tx, account, attestationId))
  await tx
    .updateTable('account')
    .set({
      attestedAt: now,
      attestedAs: approved.subject,
      attestedName: approved.name,
      attestedUntil: approved.validUntil,
      attestedNotifiedDays: null,
    })
    .where('accountId', '=', account)
    .execute()
  await writeProfile(tx, account, approved.form, now)
  await refreshIdentityIndex(tx, account)
  await notifyAccount(tx, account, {
    kind: 'review',
    title: before.length > 0 ? '实名认证变更已通过' : '实名认证已通过',
    body: `认证主体：${approved.name}。现在可以使用与认证相应的全部功能。`,
    link: '/system/uaccount/attestation/AccountProfile',
    now,
  })
  return { name: approved.name, isFirst: before.length === 0 }
}

/**
 * Rejects a submission with a reason for each wrong item; the approved identity stays. Refuses like
 * `approveAttestation`.
 */
export async function rejectAttestation(
  tx: Tx,
  account: AccountId,
  decision: Decision & { reasons: AttestationReasons; reason: string },
): Promise<{ name: string }> {
  const { attestationId, staffId, reasons, reason, now } = decision
  await lockAccount(tx, account)
  const { rows } = await sql<{ name: string; form: AttestationForm }>`
    update attestation set state = 'rejected', decided_at = ${now}, staff_id = ${staffId}, reason = ${reason}, reasons = ${JSON.stringify(reasons)}
    where account_id = ${account} and attestation_id = ${attestationId} and state = 'reviewing'
      and ${isMoment(sql`submitted_at`, decision.submittedAt)}
    returning name, form`.execute(tx)
  const { name, form } = rows[0] ?? (await sayWhyNot(tx, account, attestationId))
  await refreshIdentityIndex(tx, account)
  const items = keysOf(reasons).map(item => itemName(item, form))
  await notifyAccount(tx, account, {
    kind: 'review',
    title: '实名认证未通过',
    body: [items.length > 0 ? `需要修改：${items.join('、')}。` : '', reason].filter(part => part !== '').join(''),
    link: '/system/uaccount/attestation',
    now,
  })
  return { name }
}

/** Revokes the approved attestation without a replacement. The caller clears the account's columns. */
export async function revokeAttestation(
  tx: Tx,
  account: AccountId,
  { reason, staffId, now }: { reason: string; staffId: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('attestation')
    .set({ state: 'revoked' satisfies AttestationState, endedAt: now, reason, staffId })
    .where('accountId', '=', account)
    .where('state', '=', 'approved' satisfies AttestationState)
    .execute()
  await refreshIdentityIndex(tx, account)
  await notifyAccount(tx, account, {
    kind: 'account',
    title: '实名认证已被撤销',
    body: `原因：${reason}。未发出的短信已停止；重新认证通过后可以继续使用。`,
    link: '/system/uaccount/attestation',
    now,
  })
}

/** Copies industry and address of the form to the account's profile if that is empty. */
async function writeProfile(tx: Tx, account: AccountId, { industry, region, address }: AttestationForm, now: Date): Promise<void> {
  await sql`
    insert into account_profile (account_id, industry, region, address, updated_at)
    values (${account}, ${industry}, ${region}, ${address}, ${now})
    on conflict (account_id) do update set
      industry = case when account_profile.industry = '' then excluded.industry else account_profile.industry end,
      region = case when account_profile.address = '' then excluded.region else account_profile.region end,
      address = case when account_profile.address = '' then excluded.address else account_profile.address end`.execute(tx)
}

async function lockAccount(tx: Tx, account: AccountId): Promise<void> {
  await sql`select from account where account_id = ${account} for no key update`.execute(tx)
}

async function sayWhyNot(tx: Tx, account: AccountId, attestationId: string): Promise<never> {
  const row = await tx
    .selectFrom('attestation')
    .leftJoin('staff', 'staff.staffId', 'attestation.staffId')
    .select(['attestation.state', 'staff.name'])
    .where('attestation.accountId', '=', account)
    .where('attestation.attestationId', '=', attestationId)
    .executeTakeFirst()
  if (!row) refuse('not_found')
  if (row.state === 'reviewing') refuse('review_resubmitted')
  if (row.state === 'draft') refuse('review_decided', { name: '客户', outcome: '已撤回' })
  refuse('review_decided', { name: row.name ?? '同事', outcome: row.state === 'rejected' ? '已驳回' : '已通过' })
}
