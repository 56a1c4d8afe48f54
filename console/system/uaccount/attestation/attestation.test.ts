import { expect, test } from 'vitest'
import { type AttestationForm, emptyForm } from '#contract/account/attestation-form.ts'
import { firstForm, type Overview, profileFacts, typedFor, typedOf } from './attestation.ts'

const overviewOf = (form: AttestationForm | null, updatedAt = '2026-11-21T00:00:00Z') =>
  ({ open: form && { attestationId: 'att_1', updatedAt, form, papers: [] }, rejected: null, current: null }) as unknown as Overview

const draft: AttestationForm = { ...emptyForm, name: '云上茶坊有限公司', legalName: '王建国', legalIdNumber: '110***********0011' }
const paper = { fileId: 'file_1', fileName: '营业执照.jpg', kind: 'image' }

test('typed input is restored with its documents, and no identity card number is stored, masked or whole', () => {
  const overview = overviewOf(draft)
  const form = { ...firstForm(overview), address: '龙井路1号', handlerIdNumber: '110101199003070011', papers: { licence: 'file_1' } }
  const typed = typedOf('acct_1', overview, form, [paper] as never)
  expect(JSON.stringify(typed)).not.toMatch(/110/)
  const kept = typedFor('acct_1', overview, JSON.parse(JSON.stringify(typed)))
  // An unchanged number stays the server's; a changed one must be retyped, and doesn't fall back to the old one.
  expect({ ...firstForm(overview), ...kept?.form }).toEqual({ ...form, handlerIdNumber: '' })
  const changed = typedOf('acct_1', overview, { ...form, legalIdNumber: '110101199003070012' }, [])
  expect({ ...firstForm(overview), ...changed.form }.legalIdNumber).toBe('')
  expect(kept?.papers).toEqual([paper])
})

test('typed input of another account, or for another version, is not restored', () => {
  const typed = typedOf('acct_1', overviewOf(draft), draft, [])
  expect(typedFor('acct_2', overviewOf(draft), typed)).toBeNull()
  expect(typedFor('acct_1', overviewOf(draft, '2026-11-22T00:00:00Z'), typed)).toBeNull()
  expect(typedFor('acct_1', overviewOf(null), typed)).toBeNull()
})

type Stand = Parameters<typeof profileFacts>[0]
const [reviewing, approved, rejected] = [{ state: 'reviewing' }, { state: 'approved' }, { state: 'rejected' }]

test.each<[string, Partial<Stand>, string, string]>([
  ['nothing submitted', {}, '未认证', '去认证'],
  ['a draft', { open: { state: 'draft' } }, '未认证', '继续填写'],
  ['a first submission in review', { open: reviewing }, '审核中', '查看申请'],
  ['one in review after a rejection', { open: reviewing, history: [rejected] }, '审核中', '查看申请'],
  ['a rejection', { history: [rejected] }, '未通过', '修改后重新提交'],
  ['attested', { attestationStatus: 'company', current: approved }, '企业认证', '变更认证主体'],
  ['a change in review', { attestationStatus: 'company', current: approved, open: reviewing }, '已认证，变更审核中', '查看申请'],
  ['papers that expire', { attestationStatus: 'company', current: approved, isRenewalDue: true }, '企业认证', '更新证照'],
])('the profile says where the attestation stands: %s', (_, facts, name, act) =>
  expect(profileFacts({ attestationStatus: 'none', isRenewalDue: false, current: null, open: null, history: [], ...facts })).toMatchObject({
    name,
    act,
  }),
)
