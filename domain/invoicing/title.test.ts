import { expect, test } from 'vitest'
import { type TitleContent, tidyTitle, titleProblems } from '#contract/invoicing/invoice-title-rule.ts'
import { asAccount, asPlatform, type Tx } from '#db/connect.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { newId } from '#values/id.ts'
import { decideTitle, titleQueue, waitingTitles } from './admin-invoice-title.ts'
import {
  createTitle,
  deleteTitle,
  editTitle,
  listTitles,
  makeDefaultTitle,
  readTitle,
  readTitleVersion,
  titleForInvoice,
  titleVersions,
  withdrawTitle,
} from './title.ts'

const database = prepareTestDatabase()

const now = new Date('2026-11-20T02:00:00Z')
const staffId = newId()
/** A code with a valid check character (GB 32100). */
const taxNumber = '91330100799655058B'
const ordinary: TitleContent = {
  kind: 'company',
  name: '杭州鸿雁科技有限公司',
  taxNumber,
  address: '',
  phone: '',
  bankName: '',
  bankAccount: '',
  wantsSpecial: false,
}
const bank = { address: '杭州市西湖区文三路1号', phone: '0571-88880000', bankName: '招商银行杭州分行', bankAccount: '571900000010101' }
const special: TitleContent = { ...ordinary, ...bank, wantsSpecial: true }

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )
const within = <T>({ account }: TestAccount, work: (tx: Tx) => Promise<T>) => asAccount(database.db, account, work)
const save = (owner: TestAccount, content: TitleContent, more: { isDefault?: boolean } = {}) =>
  within(owner, tx =>
    createTitle(tx, owner.account, { ...content, fileId: null, isDefault: false, memberId: owner.memberId, now, ...more }),
  )
const change = (owner: TestAccount, titleId: string, content: TitleContent) =>
  within(owner, tx => editTitle(tx, owner.account, { ...content, titleId, fileId: null, isDefault: false, memberId: owner.memberId, now }))
const read = (owner: TestAccount, titleId: string) => within(owner, tx => readTitle(tx, owner.account, titleId))
const decide = (owner: TestAccount, versionId: string, reason: string | null = null) =>
  asPlatform(database.platformDb, tx => decideTitle(tx, owner.account, { versionId, staffId, reason, now }))
const forInvoice = (owner: TestAccount, titleId: string, isSpecial: boolean) =>
  within(owner, tx => titleForInvoice(tx, owner.account, { titleId, isSpecial }))

test('title: validation of each field', () => {
  expect(titleProblems(ordinary)).toEqual({})
  expect(titleProblems(special)).toEqual({})
  const problem = (content: Partial<TitleContent>) => titleProblems({ ...ordinary, ...content })
  expect(problem({ name: ' ' })).toEqual({ name: '请填写抬头名称' })
  expect(problem({ name: '<b>公司' })).toEqual({ name: '抬头名称不能含有 < 或 >' })
  expect(problem({ name: '字'.repeat(50) })).toEqual({})
  expect(problem({ name: `${'字'.repeat(50)}a` }).name).toBe('抬头名称不能超过100个字节（汉字算2个），现在有101个')
  expect(problem({ name: '𠮷祥商行' }).name).toBe('抬头名称含有发票系统不支持的字符“𠮷”，请换一种写法')
  expect(problem({ taxNumber: '' })).toEqual({ taxNumber: '请填写纳税人识别号' })
  expect(problem({ taxNumber: '91330100799655058C' }).taxNumber).toContain('校验位')
  // Lengths 15, 17, 19 and 20 are of older registrations, without this check character.
  for (const length of [15, 16, 17, 19, 20]) expect(problem({ taxNumber: '1'.repeat(length) })).toEqual({})
  for (const length of [14, 21]) expect(problem({ taxNumber: '1'.repeat(length) }).taxNumber).toBeDefined()
  expect(problem({ taxNumber: `　${taxNumber.toLowerCase()} ` })).toEqual({})
  expect(problem({ kind: 'organization', taxNumber: '' })).toEqual({})
  expect(problem({ kind: 'organization', taxNumber: '', ...bank, wantsSpecial: true })).toEqual({ taxNumber: '请填写纳税人识别号' })
  expect(problem({ kind: 'person', name: '王小明', taxNumber: 'x', phone: 'abc' })).toEqual({})
  expect(problem({ phone: '12a' }).phone).toBe('电话只能有数字、括号和短横线，最多20位')
  expect(problem({ bankAccount: '5719 0000 0010 101' })).toEqual({})
  expect(problem({ bankAccount: '1234567' }).bankAccount).toBe('银行账号为8至30位数字')
  expect(problem({ address: '路'.repeat(45), phone: '0571-888800' }).address).toContain('现在有101个')
  expect(Object.keys(problem({ wantsSpecial: true })).sort()).toEqual(['address', 'bankAccount', 'bankName', 'phone'])
})

test('saved title: normalized; numbers without spaces, no company fields for a person', () => {
  expect(tidyTitle({ ...special, taxNumber: ` ${taxNumber.toLowerCase()}`, bankAccount: '5719-0000 0010101' })).toEqual(special)
  expect(tidyTitle({ ...special, kind: 'person', name: ' 王小明 ' })).toEqual({
    kind: 'person',
    name: '王小明',
    taxNumber: '',
    address: '',
    phone: '',
    bankName: '',
    bankAccount: '',
    wantsSpecial: false,
  })
})

test('default title: the first one, can be changed; deleted ones are in no list', async () => {
  const owner = await createAccount(database.db)
  const first = await save(owner, ordinary)
  const second = await save(owner, { ...ordinary, kind: 'person', name: '王小明', taxNumber: '' })
  const names = async () => (await within(owner, tx => listTitles(tx, owner.account))).map(({ name, isDefault }) => [name, isDefault])
  expect(await names()).toEqual([
    [ordinary.name, true],
    ['王小明', false],
  ])
  await within(owner, tx => makeDefaultTitle(tx, owner.account, { titleId: second.titleId }))
  expect(await names()).toEqual([
    ['王小明', true],
    [ordinary.name, false],
  ])
  await within(owner, tx => deleteTitle(tx, owner.account, { titleId: second.titleId, now }))
  expect(await names()).toEqual([[ordinary.name, false]])
  expect(await codeOf(read(owner, second.titleId))).toBe('not_found')
  // Invoices for it keep its content.
  expect((await within(owner, tx => readTitleVersion(tx, owner.account, second.versionId))).name).toBe('王小明')
  expect(await codeOf(save(owner, ordinary))).toBe('title_taken')
  expect((await read(owner, first.titleId)).versionNumber).toBe(1)
})

test('concurrency: at most twenty titles', async () => {
  const owner = await createAccount(database.db)
  for (let made = 0; made < 18; made += 1) await save(owner, { ...ordinary, name: `第${made}公司` })
  const outcomes = await Promise.all([1, 2, 3, 4].map(one => codeOf(save(owner, { ...ordinary, name: `同时${one}公司` }))))
  expect(outcomes.filter(outcome => outcome === 'done')).toHaveLength(2)
  expect(outcomes.filter(outcome => outcome === 'too_many')).toHaveLength(2)
})

test('special invoices: only for the attested company, after review of the title', async () => {
  const owner = await createAccount(database.db, { name: ordinary.name })
  const [stranger, unattested] = [await createAccount(database.db), await createAccount(database.db, { attested: false })]
  expect(await codeOf(save(stranger, special))).toBe('title_not_attested')
  expect(await codeOf(save(unattested, special))).toBe('title_not_attested')
  const { titleId, versionId, specialState } = await save(owner, special)
  expect(specialState).toBe('reviewing')
  expect(await codeOf(forInvoice(owner, titleId, true))).toBe('title_not_approved')
  expect((await forInvoice(owner, titleId, false)).versionId).toBe(versionId)
  expect((await waitingTitles(database.platformDb)).map(one => [one.accountName, one.attestedName, one.approved])).toContainEqual([
    ordinary.name,
    ordinary.name,
    null,
  ])
  await decide(owner, versionId)
  expect((await forInvoice(owner, titleId, true)).versionId).toBe(versionId)
  expect(await codeOf(decide(owner, versionId, '再想想'))).toBe('state_forbids')
  const { rows } = {
    rows: await database.platformDb.selectFrom('notification').select(['title', 'kind']).where('accountId', '=', owner.account).execute(),
  }
  expect(rows).toEqual([{ title: '发票抬头的专票资质已通过审核', kind: 'review' }])
})

test('edited title: becomes a new version; the approved one stays in use until the next is approved', async () => {
  const owner = await createAccount(database.db, { name: ordinary.name })
  const { titleId, versionId: first } = await save(owner, special)
  await decide(owner, first)
  const same = await change(owner, titleId, special)
  expect(same.versionId).toBe(first)
  const { versionId: second } = await change(owner, titleId, { ...special, bankAccount: '571900000010102' })
  expect(await read(owner, titleId)).toMatchObject({ versionNumber: 2, specialState: 'reviewing', approvedVersionId: first })
  expect((await forInvoice(owner, titleId, true)).bankAccount).toBe(special.bankAccount)
  expect((await forInvoice(owner, titleId, false)).bankAccount).toBe('571900000010102')
  // Submitted again before a decision: the earlier version can't be decided any more.
  const { versionId: third } = await change(owner, titleId, { ...special, bankAccount: '571900000010103' })
  expect(await codeOf(decide(owner, second))).toBe('state_forbids')
  await decide(owner, third)
  expect((await forInvoice(owner, titleId, true)).versionId).toBe(third)
  const versions = await within(owner, tx => titleVersions(tx, owner.account, titleId))
  expect(versions.map(({ versionNumber, specialState, memberName }) => [versionNumber, specialState, memberName])).toEqual([
    [3, 'approved', '张三'],
    [2, 'superseded', '张三'],
    [1, 'superseded', '张三'],
  ])
  await change(owner, titleId, { ...special, wantsSpecial: false })
  expect(await codeOf(forInvoice(owner, titleId, true))).toBe('title_not_approved')
})

test('rejected title: shows the reason and can be submitted again; a withdrawn one no longer waits', async () => {
  const owner = await createAccount(database.db, { name: ordinary.name })
  const { titleId, versionId } = await save(owner, special)
  await decide(owner, versionId, '请上传一般纳税人证明')
  expect(await read(owner, titleId)).toMatchObject({ specialState: 'rejected', reason: '请上传一般纳税人证明', approvedVersionId: null })
  const before = await titleQueue(database.platformDb)
  await change(owner, titleId, special)
  expect((await titleQueue(database.platformDb)).count).toBe(before.count + 1)
  await within(owner, tx => withdrawTitle(tx, owner.account, { titleId }))
  expect((await titleQueue(database.platformDb)).count).toBe(before.count)
  expect(await codeOf(within(owner, tx => withdrawTitle(tx, owner.account, { titleId })))).toBe('state_forbids')
})

test('title whose account’s attested name has changed: can’t be approved', async () => {
  const owner = await createAccount(database.db, { name: ordinary.name })
  const { titleId, versionId } = await save(owner, special)
  const other = await save(owner, { ...special, taxNumber: '9'.repeat(15) })
  await decide(owner, versionId)
  await within(owner, tx => tx.updateTable('account').set({ attestedName: '新的名称' }).where('accountId', '=', owner.account).execute())
  expect(await codeOf(forInvoice(owner, titleId, true))).toBe('title_not_attested')
  expect(await codeOf(decide(owner, other.versionId))).toBe('title_not_attested')
})
