import { sql } from 'kysely'
import type { AttestationState } from '#contract/account/attestation.ts'
import {
  type AttestationForm,
  type AttestationItem,
  attestationSubjects,
  checkAttestation,
  type DocumentUse,
  isMasked,
  secretFieldNames,
} from '#contract/account/attestation-form.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { claimPrivateFiles, releasePrivateFiles } from '#domain/documents/index.ts'
import { encryptSecrets, identityHash } from '#domain/identity/index.ts'
import { accountSettings } from '#domain/settings/index.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { placeOf, readDivisions } from '#values/division.ts'
import { type AccountId, newId } from '#values/id.ts'
import { maskIdentity, plainIdentity } from '#values/identity.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { type AttestedAccount, changeBlockedUntil, readAttested, type Submission, submissionsOf } from './attestation.ts'
import { isPhoneProven } from './attestation-phone.ts'

interface FilledIn {
  form: AttestationForm
  memberId: string
  /** The member's own phone number. */
  phone: string
  now: Date
}

/** The submissions of an account at the time when they were locked. */
interface Bench {
  attested: AttestedAccount
  open: Submission | undefined
  current: Submission | undefined
  rejected: Submission | undefined
}

/**
 * Saves an incomplete form as the account's draft. Masked numbers keep their stored values. Refuses `state_forbids`
 * while a submission waits for review, `attestation_downgrade`, `attestation_too_soon`, and `not_found` for an unknown
 * document.
 */
export async function saveDraft(tx: Tx, account: AccountId, secret: string, input: FilledIn): Promise<{ attestationId: string }> {
  const bench = await lockBench(tx, account, secret, input)
  const form = wholeForm(input.form, bench)
  return { attestationId: await saveForm(tx, account, secret, { ...input, form, bench }) }
}

/**
 * Submits a form for review. Refuses like `saveDraft`; `input_invalid` with a sentence for each wrong item;
 * `attestation_phone_unproven`; `attestation_taken` if the identity has its maximum of accounts;
 * `attestation_invoices_open` if the entity changes while invoices of the old one are open.
 */
export async function submitAttestation(tx: Tx, account: AccountId, secret: string, input: FilledIn): Promise<{ attestationId: string }> {
  const { now } = input
  const bench = await lockBench(tx, account, secret, input)
  const form = wholeForm(input.form, bench)
  const wrong: { item: AttestationItem; text: string }[] = checkAttestation(form, now).filter(finding => finding.level === 'refuse')
  if (form.region !== '' && placeOf(await readDivisions(), form.region) === null) wrong.push({ item: 'region', text: '请选择省、市、区' })
  if (wrong.length > 0) refuse('input_invalid', {}, Object.fromEntries(wrong.map(({ item, text }) => [item, text])))
  if (form.phone !== input.phone && !(await isPhoneProven(tx, account, form.phone, now)))
    refuse('attestation_phone_unproven', {}, { phone: '请先验证这个手机号' })
  const hash = identityHash(secret, numberOf(form))
  await requireRoom(tx, account, hash)
  if (bench.current?.numberHash && !bench.current.numberHash.equals(hash)) await requireInvoicesClear(tx, account, bench.current)
  const attestationId = await saveForm(tx, account, secret, { ...input, form, bench })
  await tx
    .updateTable('attestation')
    .set({
      state: 'reviewing' satisfies AttestationState,
      submittedAt: now,
      numberHash: hash,
      numberMasked: form.subject === 'person' ? maskIdentity(form.idNumber) : form.creditCode,
      handlerHash: handlerNumberOf(form) === '' ? null : identityHash(secret, handlerNumberOf(form)),
      validUntil: validUntilOf(form),
    })
    .where('accountId', '=', account)
    .where('attestationId', '=', attestationId)
    .execute()
  await refreshIdentityIndex(tx, account)
  return { attestationId }
}

/** Withdraws a waiting submission; it becomes a draft again. Refuses `state_forbids` when nothing waits. */
export async function withdrawAttestation(tx: Tx, account: AccountId, now: Date): Promise<void> {
  const taken = await tx
    .updateTable('attestation')
    .set({ state: 'draft' satisfies AttestationState, submittedAt: null, updatedAt: now })
    .where('accountId', '=', account)
    .where('state', '=', 'reviewing' satisfies AttestationState)
    .returning('attestationId')
    .executeTakeFirst()
  if (!taken) refuse('state_forbids', { state: '未提交或已审核', action: '撤回' })
  await refreshIdentityIndex(tx, account)
}

/** Deletes a draft and the documents that nothing else refers to. Refuses `state_forbids` when there is none. */
export async function discardDraft(tx: Tx, account: AccountId): Promise<void> {
  const draft = await tx
    .deleteFrom('attestation')
    .where('accountId', '=', account)
    .where('state', '=', 'draft' satisfies AttestationState)
    .returning('attestationId')
    .executeTakeFirst()
  if (!draft) refuse('state_forbids', { state: '没有草稿', action: '放弃草稿' })
  await replaceDocuments(tx, account, draft.attestationId, {})
}

/**
 * Rewrites which identity and handler an account uses, from its approved and waiting submissions; other accounts are
 * counted against it.
 */
export async function refreshIdentityIndex(tx: Tx, account: AccountId): Promise<void> {
  await tx.deleteFrom('identityIndex').where('accountId', '=', account).execute()
  await sql`
    insert into identity_index (number_hash, role, account_id)
    select distinct used.hash, used.role, attestation.account_id
    from attestation, lateral (values (number_hash, 'subject'), (handler_hash, 'handler')) as used (hash, role)
    where account_id = ${account} and state in ('reviewing', 'approved') and used.hash is not null`.execute(tx)
}

async function lockBench(tx: Tx, account: AccountId, secret: string, { form, now }: FilledIn): Promise<Bench> {
  const attested = await readAttested(tx, account, now, true)
  if (form.subject === 'person' && attested.subject !== null && attested.subject !== 'person') refuse('attestation_downgrade')
  const all = await submissionsOf(tx, account, secret, ['draft', 'reviewing', 'approved', 'rejected'])
  const open = all.find(({ state }) => state === 'draft' || state === 'reviewing')
  if (open?.state === 'reviewing') refuse('state_forbids', { state: '审核中', action: '修改' })
  const barredUntil = await changeBlockedUntil(tx, account, attested, now)
  if (barredUntil) refuse('attestation_too_soon', { days: limits.attestationChangeDays, date: formatChinaTime(barredUntil).slice(0, 10) })
  return { attested, open, current: all.find(({ state }) => state === 'approved'), rejected: all.find(({ state }) => state === 'rejected') }
}

/**
 * The form with masked numbers replaced by the stored ones; a mask that matches none becomes empty and is asked for.
 */
function wholeForm(form: AttestationForm, { open, rejected, current }: Bench): AttestationForm {
  const known = [open, rejected, current].flatMap(one => (one ? [one.form] : []))
  const whole = (field: (typeof secretFieldNames)[number]) => {
    const text = form[field].trim()
    if (!isMasked(text)) return plainIdentity(text)
    return known.map(one => one[field]).find(number => number !== '' && maskIdentity(number) === text) ?? ''
  }
  return {
    ...form,
    ...Object.fromEntries(secretFieldNames.map(field => [field, whole(field)])),
    creditCode: plainIdentity(form.creditCode),
  }
}

type Kept = FilledIn & { bench: Bench }

async function saveForm(tx: Tx, account: AccountId, secret: string, { form, bench, memberId, now }: Kept): Promise<string> {
  const attestationId = bench.open?.attestationId ?? newId(now.getTime())
  const { papers, ...typed } = form
  const plain = { ...typed, ...Object.fromEntries(secretFieldNames.map(field => [field, ''])) }
  const row = {
    subject: form.subject,
    form: JSON.stringify(plain),
    encryptedSecrets: encryptSecrets(secret, account, attestationId, form),
    name: form.name,
    memberId,
    updatedAt: now,
  }
  await tx
    .insertInto('attestation')
    .values({ accountId: account, attestationId, createdAt: now, ...row })
    .onConflict(conflict => conflict.columns(['accountId', 'attestationId']).doUpdateSet(row))
    .execute()
  await claimPrivateFiles(tx, account, { purpose: 'attestation', fileIds: Object.values(papers), now })
  await replaceDocuments(tx, account, attestationId, papers)
  return attestationId
}

/** Replaces the documents of a submission and deletes those that nothing refers to any more. */
async function replaceDocuments(
  tx: Tx,
  account: AccountId,
  attestationId: string,
  papers: Partial<Record<DocumentUse, string>>,
): Promise<void> {
  const before = await tx
    .deleteFrom('attestationDocument')
    .where('accountId', '=', account)
    .where('attestationId', '=', attestationId)
    .returning('fileId')
    .execute()
  const rows = Object.entries(papers).map(([use, fileId]) => ({ accountId: account, attestationId, use, fileId }))
  if (rows.length > 0) await tx.insertInto('attestationDocument').values(rows).execute()
  const dropped = [...new Set(before.map(row => row.fileId))]
  if (dropped.length === 0) return
  const still = await tx
    .selectFrom('attestationDocument')
    .select('fileId')
    .where('accountId', '=', account)
    .where('fileId', 'in', dropped)
    .execute()
  const kept = new Set(still.map(row => row.fileId))
  await releasePrivateFiles(
    tx,
    account,
    dropped.filter(fileId => !kept.has(fileId)),
  )
}

const numberOf = (form: AttestationForm) => (form.subject === 'person' ? form.idNumber : form.creditCode)
const handlerNumberOf = (form: AttestationForm) => {
  if (form.subject === 'person') return ''
  return form.isLegalHandler ? form.legalIdNumber : form.handlerIdNumber
}

/** The earliest expiry date of the required documents; null: none expires. */
function validUntilOf(form: AttestationForm): string | null {
  const ends = [form.isLongTerm ? '' : form.validUntil, form.subject === 'person' || form.isLegalHandler ? '' : form.letterUntil]
  return ends.filter(end => end !== '').sort()[0] ?? null
}

/**
 * Refuses if the entity has its maximum of accounts. A lock on its hash makes concurrent submissions count each other.
 */
async function requireRoom(tx: Tx, account: AccountId, hash: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${hash.readBigInt64BE().toString()}::bigint)`.execute(tx)
  const { attestedAccounts: limit } = await accountSettings(tx, account)
  const { count } = await tx
    .selectFrom('identityIndex')
    .select(sql<number>`count(*)`.as('count'))
    .where('numberHash', '=', hash)
    .where('role', '=', 'subject')
    .where('accountId', '<>', account)
    .executeTakeFirstOrThrow()
  if (count >= limit) refuse('attestation_taken', { count, limit })
}

/**
 * Refuses a change of entity while invoices of the old one are requested or owed: usage is invoiced to the entity that
 * incurred it. Between two organizations everything that may be invoiced must be; a person who becomes a company may
 * have it invoiced to the company.
 */
async function requireInvoicesClear(tx: Tx, account: AccountId, current: Submission): Promise<void> {
  const { rows } = await sql<{ available: number; lowest: number; held: number }>`
    select coalesce(sum(credits - debits) filter (where purpose = 'available'), 0)::bigint as available,
      coalesce(min(credits - debits) filter (where purpose = 'available'), 0)::bigint as lowest,
      coalesce(sum(credits - debits) filter (where purpose = 'held'), 0)::bigint as held
    from ledger_account where account_id = ${account} and asset = 'invoice'`.execute(tx)
  const { available, lowest, held } = firstOrThrow(rows)
  const subjectName = attestationSubjects[current.form.subject].name
  if (held > 0) refuse('attestation_invoices_open', { what: '等待申请中的发票开具，或撤回申请' })
  if (lowest < 0) refuse('attestation_invoices_open', { what: '处理欠票' })
  if (current.form.subject !== 'person' && available > 0)
    refuse('attestation_invoices_open', { what: `按现在的${subjectName}主体开具剩余的可开票金额` })
}
