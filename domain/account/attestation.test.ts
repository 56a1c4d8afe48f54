import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import type { AttestationForm } from '#contract/account/attestation-form.ts'
import { Refusal } from '#contract/refusals.ts'
import { asAccount, asPlatform, type Tx } from '#db/connect.ts'
import { revokeAccountAttestation } from '#domain/closing/admin-customer.ts'
import { Files } from '#domain/platform/files.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { companyForm, personForm, residentNumber, savePapers } from '#test/support/attestation.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { readAttestation } from './admin-attestation.ts'
import { readAttested, shown, submissionsOf } from './attestation.ts'
import { approveAttestation, rejectAttestation } from './attestation-decide.ts'
import { discardDraft, saveDraft, submitAttestation, withdrawAttestation } from './attestation-draft.ts'
import { notifyExpiry } from './attestation-expiry.ts'
import { proveAttestationPhone, sendAttestationPhoneCode } from './attestation-phone.ts'

const secret = 'a secret of at least thirty-two characters'
const now = new Date('2026-11-21T02:00:00Z')
const staffId = newId()
const after = (days: number) => new Date(now.getTime() + days * 86_400_000)
const companyPapers = ['licence', 'handlerFront', 'handlerBack'] as const
const personPapers = ['idFront', 'idBack'] as const
const database = prepareTestDatabase()
let folder: string
let files: Files
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-attestation-'))
  files = new Files(folder, secret)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refusal) return { code: error.code as string, fields: error.fields ?? {} }
      throw error
    },
  )

/** A new account with the actions of these tests. */
async function begin() {
  const owner: TestAccount = await createAccount(database.db, { attested: false })
  const { account, memberId, phone } = owner
  const run = <T>(work: (tx: Tx) => Promise<T>) => asAccount(database.db, account, work)
  const filled = (form: AttestationForm, at = now) => ({ form, memberId, phone, now: at })
  const open = async () => firstOrThrow(await run(tx => submissionsOf(tx, account, secret, ['reviewing'])))
  const decision = async (at: Date) => {
    const { attestationId, submittedAt } = await open()
    assert.exists(submittedAt)
    return { attestationId, submittedAt, staffId, now: at }
  }
  return {
    ...owner,
    run,
    open,
    save: (form: AttestationForm, at = now) => run(tx => saveDraft(tx, account, secret, filled(form, at))),
    submit: (form: AttestationForm, at = now) => run(tx => submitAttestation(tx, account, secret, filled(form, at))),
    approve: async (at = now) => asPlatform(database.platformDb, async tx => approveAttestation(tx, account, await decision(at))),
    reject: async (reasons: Record<string, string>, reason = '', at = now) =>
      asPlatform(database.platformDb, async tx => rejectAttestation(tx, account, { ...(await decision(at)), reasons, reason })),
    attested: (at = now) => run(tx => readAttested(tx, account, at)),
    papers: (uses: readonly ('licence' | 'handlerFront' | 'handlerBack' | 'idFront' | 'idBack' | 'letter')[]) =>
      savePapers(database.db, files, owner, uses),
  }
}

test('draft: may be incomplete; submission validates every item, approval makes it the identity', async () => {
  const one = await begin()
  const papers = await one.papers(companyPapers)
  const form = companyForm(1, papers, one.phone)
  await one.save({ ...form, creditCode: '', legalIdNumber: form.legalIdNumber, papers: {} })
  const wrong = await refusalOf(one.submit({ ...form, creditCode: form.creditCode.replace(/.$/, '!'), papers: {}, legalName: '' }))
  assert.exists(wrong)
  expect(wrong).toMatchObject({ code: 'input_invalid' })
  expect(Object.keys(wrong.fields).sort()).toEqual(['creditCode', 'handlerBack', 'handlerFront', 'legalName', 'licence'])
  await one.submit(form)
  expect(await refusalOf(one.save(form))).toMatchObject({ code: 'state_forbids' })
  expect((await one.attested()).attestationStatus).toBe('none')
  await one.approve()
  expect(await one.attested()).toMatchObject({ attestationStatus: 'company', attestedName: '江南茶业有限公司', attestedUntil: null })
})

test('ID numbers: encrypted in the database, masked in answers; submitting a mask keeps the number', async () => {
  const one = await begin()
  const form = personForm(11, await one.papers(personPapers), one.phone)
  await one.save(form)
  const { rows } = await one.run(tx =>
    sql<{ row: string }>`select attestation::text as row from attestation where account_id = ${one.account}`.execute(tx),
  )
  expect(firstOrThrow(rows).row).not.toContain(form.idNumber)
  expect(firstOrThrow(rows).row).not.toContain(Buffer.from(form.idNumber).toString('hex'))
  const draft = firstOrThrow(await one.run(tx => submissionsOf(tx, one.account, secret, ['draft'])))
  const masked = shown(draft).form
  expect(masked.idNumber).toMatch(/^110\*{11}\w{4}$/)
  await one.submit(masked)
  expect((await one.open()).form.idNumber).toBe(form.idNumber)
  await expect(one.run(tx => submissionsOf(tx, one.account, 'another secret of thirty-two characters', ['reviewing']))).rejects.toThrow()
  const stranger = await begin()
  const foreign = await refusalOf(stranger.submit({ ...masked, papers: await stranger.papers(personPapers), phone: stranger.phone }))
  expect(foreign?.fields.idNumber).toBe('请填写身份证号')
})

test('rejection: gives a reason for each item; the corrected resubmission is approved like a first version', async () => {
  const one = await begin()
  const form = companyForm(21, await one.papers(companyPapers), one.phone)
  await one.submit(form)
  await one.reject({ licence: '图片不清晰' }, '请重新拍摄')
  const rejected = firstOrThrow(await one.run(tx => submissionsOf(tx, one.account, secret, ['rejected'])))
  expect(rejected).toMatchObject({ reasons: { licence: '图片不清晰' }, reason: '请重新拍摄' })
  const { licence } = await one.papers(['licence'])
  assert.exists(licence)
  await one.submit({ ...shown(rejected).form, papers: { ...form.papers, licence } })
  await one.approve()
  const [current] = await one.run(tx => submissionsOf(tx, one.account, secret, ['approved']))
  expect(current).toMatchObject({ version: 1, form: { legalIdNumber: form.legalIdNumber } })
  const messages = await one.run(tx =>
    tx.selectFrom('notification').select('title').where('accountId', '=', one.account).orderBy('messageId').execute(),
  )
  expect(messages.map(message => message.title)).toEqual(['实名认证未通过', '实名认证已通过'])
})

test('change of identity: the old one holds while it waits; person to company only; one change in 30 days', async () => {
  const one = await begin()
  await one.submit(personForm(31, await one.papers(personPapers), one.phone))
  await one.approve()
  expect((await one.attested()).attestationStatus).toBe('person')
  const form = companyForm(32, await one.papers(companyPapers), one.phone)
  await one.submit(form, after(1))
  expect(await one.attested(after(1))).toMatchObject({ attestationStatus: 'person', attestedName: '李小龙' })
  await one.approve(after(1))
  expect(await one.attested(after(1))).toMatchObject({ attestationStatus: 'company', attestedName: '江南茶业有限公司' })
  const [replaced] = await one.run(tx => submissionsOf(tx, one.account, secret, ['replaced']))
  expect(replaced).toMatchObject({ version: 1 })
  expect(await refusalOf(one.save(personForm(31, {}, one.phone), after(40)))).toMatchObject({ code: 'attestation_downgrade' })
  expect(await refusalOf(one.save({ ...form, name: '江南茶叶有限公司' }, after(30)))).toMatchObject({ code: 'attestation_too_soon' })
  await one.save({ ...form, name: '江南茶叶有限公司' }, after(32))
})

test('one identity: limited number of accounts, also for concurrent submissions; a rejection frees a place', async () => {
  await database.platformDb.insertInto('setting').values({ name: 'attestedAccounts', value: 2 }).execute()
  const accounts = await Promise.all(Array.from({ length: 4 }, begin))
  const forms = await Promise.all(accounts.map(async one => companyForm(41, await one.papers(companyPapers), one.phone)))
  const outcomes = await Promise.all(accounts.map((one, index) => refusalOf(one.submit(itemOrThrow(forms, index)))))
  expect(outcomes.map(outcome => outcome?.code ?? 'waits').sort()).toEqual(['attestation_taken', 'attestation_taken', 'waits', 'waits'])
  const waiting = accounts.filter((_, index) => outcomes[index] === null)
  const refused = accounts.findIndex((_, index) => outcomes[index] !== null)
  const { attestationId } = await firstOrThrow(waiting).open()
  const seen = await asPlatform(database.platformDb, tx => readAttestation(tx, secret, firstOrThrow(waiting).account, attestationId, now))
  expect(seen.likes).toMatchObject([{ accountId: itemOrThrow(waiting, 1).account, same: ['handler', 'subject'] }])
  await firstOrThrow(waiting).reject({}, '主体存疑')
  await accounts[refused]!.submit(forms[refused]!)
  await database.platformDb.deleteFrom('setting').where('name', '=', 'attestedAccounts').execute()
})

test('handler: refused under 18; a phone other than the member’s own needs a one-time code', async () => {
  const one = await begin()
  const form = personForm(51, await one.papers(personPapers), '13812345678')
  const child = await refusalOf(one.submit({ ...form, idNumber: residentNumber(51, '20081122') }))
  expect(child?.fields.idNumber).toContain('未满18周岁')
  expect(await refusalOf(one.submit(form))).toMatchObject({ code: 'attestation_phone_unproven' })
  const { code } = await one.run(tx => sendAttestationPhoneCode(tx, one.account, secret, { phone: form.phone, address: '10.0.0.1', now }))
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  expect(await one.run(tx => proveAttestationPhone(tx, one.account, secret, { phone: form.phone, code: wrong, now }))).toBe(false)
  expect(await one.run(tx => proveAttestationPhone(tx, one.account, secret, { phone: form.phone, code, now }))).toBe(true)
  expect(await refusalOf(one.submit(form, after(2)))).toMatchObject({ code: 'attestation_phone_unproven' })
  await one.submit(form)
})

test('expiring documents: notices a month, a week and a day before and after expiry; renewal allowed within the 30 days after a change', async () => {
  const one = await begin()
  const papers = await one.papers([...companyPapers, 'letter'])
  const form: AttestationForm = {
    ...companyForm(61, papers, one.phone),
    isLegalHandler: false,
    handlerName: '赵经办',
    handlerIdNumber: residentNumber(62),
    letterUntil: '2026-12-31',
  }
  await one.submit(form)
  await one.approve()
  expect(await one.attested()).toMatchObject({ attestedUntil: '2026-12-31', isRenewalDue: false })
  const countNotices = async (day: string) => {
    const at = new Date(`${day}T02:00:00Z`)
    await notifyExpiry(database.platformDb, at)
    await notifyExpiry(database.platformDb, at)
    const rows = await one.run(tx =>
      tx.selectFrom('notification').select('title').where('accountId', '=', one.account).where('kind', '=', 'account').execute(),
    )
    return rows.length
  }
  expect([await countNotices('2026-11-30'), await countNotices('2026-12-01'), await countNotices('2026-12-20')]).toEqual([0, 1, 1])
  expect([
    await countNotices('2026-12-24'),
    await countNotices('2026-12-30'),
    await countNotices('2027-01-01'),
    await countNotices('2027-02-01'),
  ]).toEqual([2, 3, 4, 4])
  expect((await one.attested(new Date('2026-12-31T15:00:00Z'))).attestationStatus).toBe('company')
  expect((await one.attested(new Date('2026-12-31T16:00:00Z'))).attestationStatus).toBe('lapsed')
  const renewal = new Date('2027-01-02T02:00:00Z')
  await one.submit({ ...form, letterUntil: '2028-12-31' }, renewal)
  await one.approve(renewal)
  expect(await one.attested(renewal)).toMatchObject({ attestationStatus: 'company', attestedUntil: '2028-12-31' })
})

test('withdrawn submission: can be corrected; deleting a draft deletes its documents, except those of the approved one', async () => {
  const one = await begin()
  const papers = await one.papers(companyPapers)
  await one.submit(companyForm(71, papers, one.phone))
  await one.run(tx => withdrawAttestation(tx, one.account, now))
  await one.submit(companyForm(71, papers, one.phone))
  await one.approve()
  const { licence } = await one.papers(['licence'])
  assert.exists(licence)
  await one.save({ ...companyForm(71, papers, one.phone), papers: { ...papers, licence } }, after(1))
  await one.run(tx => discardDraft(tx, one.account))
  const rows = await one.run(tx => tx.selectFrom('privateFile').select(['fileId', 'usedAt']).where('accountId', '=', one.account).execute())
  const loose = rows.filter(row => row.usedAt === null).map(row => row.fileId)
  expect(loose).toEqual([licence])
  expect(await refusalOf(one.run(tx => discardDraft(tx, one.account)))).toMatchObject({ code: 'state_forbids' })
})

test('change of company: allowed only when nothing of the old one is left to invoice', async () => {
  const one = await begin()
  const papers = await one.papers(companyPapers)
  await one.submit(companyForm(81, papers, one.phone))
  await one.approve()
  const ledgerAccount = (available: number) =>
    one.run(async tx => {
      await sql`delete from ledger_account where account_id = ${one.account} and asset = 'invoice'`.execute(tx)
      await sql`insert into ledger_account (account_id, ledger_account_id, asset, purpose, rate_bp, debits, credits)
        values (${one.account}, ${newId()}, 'invoice', 'available', 900, ${Math.max(0, -available)}, ${Math.max(0, available)})`.execute(tx)
    })
  const other = companyForm(82, papers, one.phone)
  for (const available of [500, -500]) {
    await ledgerAccount(available)
    expect(await refusalOf(one.submit(other, after(1)))).toMatchObject({ code: 'attestation_invoices_open' })
  }
  // The same company under a new name may have its usage invoiced later.
  await one.submit({ ...companyForm(81, papers, one.phone), name: '江南茶叶集团有限公司' }, after(1))
  await one.run(tx => withdrawAttestation(tx, one.account, after(1)))
  await ledgerAccount(0)
  await one.submit(other, after(1))
})

test('revocation by staff: ends the attestation and frees the identity for other accounts', async () => {
  const one = await begin()
  await one.submit(companyForm(91, await one.papers(companyPapers), one.phone))
  await one.approve()
  await asPlatform(database.platformDb, tx => revokeAccountAttestation(tx, one.account, { reason: '执照已注销', staffId, now: after(1) }))
  expect(await one.attested(after(1))).toMatchObject({ attestationStatus: 'none', attestedName: null })
  const [revoked] = await one.run(tx => submissionsOf(tx, one.account, secret, ['revoked']))
  expect(revoked).toMatchObject({ reason: '执照已注销' })
  const uses = await database.platformDb.selectFrom('identityIndex').select('role').where('accountId', '=', one.account).execute()
  expect(uses).toEqual([])
})
