import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { adminAttestationCalls } from '#contract/account/admin-attestation.ts'
import { accountProfileCalls, attestationCalls, certificateRoute, letterRoute } from '#contract/account/attestation.ts'
import type { Call, CallAnswerWire } from '#contract/call.ts'
import { asAccount } from '#db/connect.ts'
import { Files } from '#domain/platform/files.ts'
import type { App } from '#http/server/app.ts'
import { createCustomerApp } from '#http/server/customer.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { readAnswer } from '#test/support/answer.ts'
import { companyForm, residentNumber, savePapers } from '#test/support/attestation.ts'
import { type BackOffice, backOfficeSecret, startBackOffice } from '#test/support/back-office.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createSessionCookie } from '#test/support/session.ts'
import { encodeId, newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'

let database: TestDatabase
let app: App
let staff: BackOffice
let folder: string
let owner: TestAccount
let cookie: string
const lines: string[] = []
const number = residentNumber(701)

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-attestation-'))
  const files = new Files(folder, backOfficeSecret)
  const logger = pino({ level: 'trace' }, { write: line => lines.push(line) })
  app = await createCustomerApp({ db: database.db, now: () => new Date(), secret: backOfficeSecret, files, logger })
  staff = await startBackOffice(database, () => new Date())
  owner = await createAccount(database.db, { attested: false })
  cookie = await createSessionCookie(database.db, owner.account, owner.memberId)
  const papers = await savePapers(database.db, files, owner, ['licence', 'handlerFront', 'handlerBack'])
  form = wire({ ...companyForm(701, papers, owner.phone), legalIdNumber: number })
})
afterAll(async () => {
  await app?.close()
  await staff?.close()
  await database?.close()
  await rm(folder, { recursive: true, force: true })
})

let form: object
const wire = (given: ReturnType<typeof companyForm>) => ({
  ...given,
  papers: Object.fromEntries(Object.entries(given.papers).map(([use, id]) => [use, encodeId('file', id)])),
})

async function post<C extends Call>(
  call: C,
  body: object,
): Promise<{ code: string; fields: Record<string, string>; answer: CallAnswerWire<C> }> {
  const headers = { cookie, 'content-type': 'application/json', 'idempotency-key': newId() }
  const answer = await app.inject({ method: 'POST', url: call.path, headers, payload: body })
  const parsed = z
    .looseObject({ error: z.looseObject({ code: z.string(), fields: z.record(z.string(), z.string()).optional() }).optional() })
    .parse(answer.json())
  return { code: parsed.error?.code ?? 'ok', fields: parsed.error?.fields ?? {}, answer: parsed as CallAnswerWire<C> }
}
const get = async <C extends Call>(call: C) => await readAnswer(call, await app.inject({ url: call.path, headers: { cookie } }))
const setRole = (role: string) =>
  asAccount(database.db, owner.account, tx => tx.updateTable('member').set({ role }).where('accountId', '=', owner.account).execute())

test('an attestation is submitted, returned and approved over HTTP; no log and no answer to the customer has the whole number', async () => {
  expect((await post(attestationCalls.save, form)).code).toBe('ok')
  expect((await post(attestationCalls.submit, { ...form, creditCode: '123' })).fields).toEqual({ creditCode: '统一社会信用代码须为18位' })
  expect((await post(attestationCalls.submit, form)).code).toBe('ok')
  const { rows } = await staff.get(adminAttestationCalls.queue, {}, 'reviewer')
  const row = firstOrThrow(rows)
  const waiting = { state: 'reviewing', subject: 'company', name: '江南茶业有限公司', submittedAt: expect.any(String) }
  expect(await get(accountProfileCalls.profile)).toMatchObject({ attestationStatus: 'none', current: null, open: waiting })
  const accountId = encodeId('account', owner.account)
  expect(row).toMatchObject({ accountId, name: '江南茶业有限公司', isChange: false })
  const target = { accountId, attestationId: row.attestationId, submittedAt: row.submittedAt! }
  const { submittedAt: _, ...asked } = target
  const one = await staff.get(adminAttestationCalls.one, asked, 'reviewer')
  // Requested again while the page is open.
  await staff.get(adminAttestationCalls.one, asked, 'reviewer')
  expect(one.form.legalIdNumber).toBe(number)
  expect(one.findings.filter(finding => finding.level === 'pass').map(finding => finding.item)).toEqual(['creditCode', 'legalIdNumber'])
  const empty = await staff.act(adminAttestationCalls.reject, { ...target, reasons: {}, reason: '' }, 'reviewer')
  expect(empty).toMatchObject({ code: 'input_invalid', fields: { reason: '请选择不符合要求的项目，或填写总体说明' } })
  expect((await staff.act(adminAttestationCalls.approve, target, 'finance')).code).toBe('staff_not_allowed')
  const rejected = await staff.act(adminAttestationCalls.reject, { ...target, reasons: { licence: '图片不清晰' }, reason: '' }, 'reviewer')
  expect(rejected.code).toBe('ok')
  expect((await staff.act(adminAttestationCalls.approve, target, 'administrator')).code).toBe('review_decided')
  const seen = await get(attestationCalls.overview)
  expect(seen.rejected).toMatchObject({ reasons: { licence: '图片不清晰' }, form: { legalIdNumber: expect.stringMatching(/^110\*+/) } })
  expect((await post(attestationCalls.submit, seen.rejected!.form)).code).toBe('ok')
  const again = firstOrThrow((await staff.get(adminAttestationCalls.queue, { subject: 'company' }, 'reviewer')).rows)
  const approved = { accountId, attestationId: again.attestationId, submittedAt: again.submittedAt! }
  expect((await staff.act(adminAttestationCalls.approve, approved, 'reviewer')).code).toBe('ok')
  const byNumber = await staff.get(adminAttestationCalls.list, { search: number }, 'reviewer')
  expect(byNumber.rows).toHaveLength(2)
  const profile = await get(accountProfileCalls.profile)
  expect(profile).toMatchObject({ attestationStatus: 'company', attestedName: '江南茶业有限公司', contactLimit: 5, open: null })
  expect(profile.history.map(line => [line.state, line.version])).toEqual([
    ['approved', 1],
    ['rejected', null],
  ])
  const kept = await database.platformDb.transaction().execute(async tx => {
    const { rows: found } = await sql<{ text: string }>`
      select audit_log::text as text from audit_log where account_id = ${owner.account}
      union all select staff_audit_log::text from staff_audit_log
      union all select notification::text from notification where account_id = ${owner.account}
      union all select idempotency::text from idempotency where account_id = ${owner.account}`.execute(tx)
    return found.map(line => line.text)
  })
  expect(kept.length).toBeGreaterThan(6)
  for (const text of [...kept, ...lines, JSON.stringify(seen), JSON.stringify(profile)]) expect(text).not.toContain(number)
  expect(kept.filter(text => text.includes('attestations/look'))).toHaveLength(1)
})

test('a read-only role sees neither documents nor the whole phone; certificate and letter are PDFs', async () => {
  const pdf = async (url: string) => {
    const answer = await app.inject({ url, headers: { cookie } })
    return [answer.statusCode, answer.rawPayload.subarray(0, 5).toString()]
  }
  expect(await pdf(certificateRoute.path)).toEqual([200, '%PDF-'])
  expect(await pdf(`${letterRoute.path}?name=${encodeURIComponent('江南茶业有限公司')}`)).toEqual([200, '%PDF-'])
  await setRole('viewer')
  const { current } = await get(attestationCalls.overview)
  expect(current).toMatchObject({ papers: [], form: { phone: expect.stringMatching(/^\d{3}\*{4}\d{4}$/) } })
  expect((await post(attestationCalls.save, form)).code).toBe('not_allowed')
  expect((await pdf(letterRoute.path))[0]).toBe(403)
  await setRole('owner')
})

test('a company has five contacts, each returned as written; the sixth is refused', async () => {
  const contact = { role: 'finance', name: '赵财务', phone: '13800138000', email: '' }
  for (let count = 0; count < 5; count += 1) expect((await post(accountProfileCalls.addContact, contact)).code).toBe('ok')
  expect((await post(accountProfileCalls.addContact, contact)).code).toBe('contacts_full')
  expect((await post(accountProfileCalls.addContact, { ...contact, phone: '123' })).fields).toHaveProperty('phone')
  const { contacts } = await get(accountProfileCalls.profile)
  const { contactPersonId } = firstOrThrow(contacts)
  expect((await post(accountProfileCalls.editContact, { ...contact, contactPersonId, name: '钱财务' })).code).toBe('ok')
  expect((await post(accountProfileCalls.removeContact, { contactPersonId })).code).toBe('ok')
  expect((await post(accountProfileCalls.removeContact, { contactPersonId })).code).toBe('not_found')
  expect((await post(accountProfileCalls.save, { industry: '餐饮', scale: '', website: 'ftp://x', region: '', address: '' })).code).toBe(
    'input_invalid',
  )
  expect((await post(accountProfileCalls.save, { industry: '餐饮', scale: '', website: '', region: '', address: '' })).code).toBe('ok')
})
