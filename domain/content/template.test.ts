import { beforeAll, expect, test } from 'vitest'
import { mayTemplate, type ReviewState, reviewStates, templateCan } from '#contract/content/review-state.ts'
import { Refusal } from '#contract/refusals.ts'
import { asAccount, type Tx } from '#db/connect.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import type { AccountId } from '#values/id.ts'
import { newId } from '#values/id.ts'
import { keysOf } from '#values/keys.ts'
import { firstOrThrow, itemOrThrow, takeOrThrow } from '#values/or-throw.ts'
import {
  copyTemplate,
  createTemplate,
  deleteTemplate,
  disableTemplate,
  editTemplate,
  submitTemplate,
  withdrawTemplate,
} from './template.ts'
import { listTemplates, readTemplate } from './template-list.ts'

const now = new Date('2026-11-21T02:00:00Z')
const database = prepareTestDatabase()
let owner: TestAccount
beforeAll(async () => {
  owner = await createAccount(database.db)
})

const run = <T>(work: (tx: Tx, account: AccountId) => Promise<T>, account = owner.account) =>
  asAccount(database.db, account, tx => work(tx, account))
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )
type Input = Parameters<typeof createTemplate>[2]
const content = (more: Partial<Input> = {}): Input => ({
  name: '发货提醒',
  kind: 'transactional',
  text: '您的订单${order}已发货',
  variables: [{ name: 'order', kind: 'alphanumeric', maxLength: 12 }],
  remark: '订单发货时发给买家',
  isSubmitted: false,
  memberId: owner.memberId,
  now,
  ...more,
})
const draft = (more: Partial<Input> = {}) => run((tx, account) => createTemplate(tx, account, content(more)))
const setState = (templateId: string, state: ReviewState, reason: string | null = null) =>
  run((tx, account) =>
    tx.updateTable('template').set({ state, reason }).where('accountId', '=', account).where('templateId', '=', templateId).execute(),
  )
const states = keysOf(reviewStates)

const acts = { submit: submitTemplate, withdraw: withdrawTemplate, disable: disableTemplate, delete: deleteTemplate }
const walk = keysOf(acts).flatMap(act => states.map(state => ({ act, state })))
test.each(walk)('template in state $state: $act', async ({ act, state }) => {
  const { templateId } = await draft()
  await setState(templateId, state)
  const done = run((tx, account) => acts[act](tx, account, { templateId, memberId: owner.memberId, now }))
  if (mayTemplate(act, state)) expect((await done).state).toBe(templateCan[act].to)
  else expect(await refusalOf(done)).toBe(state === 'deleted' ? 'not_found' : 'state_forbids')
})

test.each(states)('template in state %s: editing and copying', async state => {
  const { templateId } = await draft()
  await setState(templateId, state)
  const otherwise = state === 'deleted' ? 'not_found' : 'state_forbids'
  const edit = run((tx, account) => editTemplate(tx, account, { ...content({ text: '已改', variables: [] }), templateId }))
  if (mayTemplate('edit', state)) expect((await edit).state).toBe(state)
  else expect(await refusalOf(edit)).toBe(otherwise)
  const copy = run((tx, account) => copyTemplate(tx, account, { templateId, memberId: owner.memberId, now }))
  if (mayTemplate('copy', state)) expect((await copy).state).toBe('draft')
  else expect(await refusalOf(copy)).toBe(otherwise)
})

test('text with errors: submission is refused with every error and stores nothing; a draft may contain them', async () => {
  const bad = { text: '点击www.a.com领红包，退订回T', variables: [] }
  const refused = draft({ ...bad, isSubmitted: true })
  await expect(refused).rejects.toThrow('通知短信不能带退订说明')
  const { templateId } = await draft(bad)
  expect(await refusalOf(run((tx, account) => submitTemplate(tx, account, { templateId, memberId: owner.memberId, now })))).toBe(
    'template_text_invalid',
  )
  const read = await run((tx, account) => readTemplate(tx, account, templateId))
  expect(read.state).toBe('draft')
  expect(read.history).toEqual([])
})

test('findings: stored with the submission, also that the same text was rejected before', async () => {
  const text = '周末全场八折优惠，电话13800138000'
  const facts = { text, variables: [], kind: 'marketing' as const, isSubmitted: true }
  const first = await draft(facts)
  const findingsOf = async (templateId: string) =>
    firstOrThrow((await run((tx, account) => readTemplate(tx, account, templateId))).history).findings.map(finding => finding.code)
  expect(await findingsOf(first.templateId)).toEqual(['opt_out_added', 'phone'])
  await setState(first.templateId, 'rejected', '电话与主体无关')
  const second = await draft(facts)
  expect(await findingsOf(second.templateId)).toEqual(['opt_out_added', 'phone', 'rejected_before'])
})

test('copy: a draft with the same content, another code and a derived name', async () => {
  const name = '一'.repeat(30)
  const { templateId } = await draft({ name })
  await setState(templateId, 'approved')
  const copy = await run((tx, account) => copyTemplate(tx, account, { templateId, memberId: owner.memberId, now }))
  const [source, made] = takeOrThrow(
    await run(async (tx, account) => [await readTemplate(tx, account, templateId), await readTemplate(tx, account, copy.templateId)]),
    2,
  )
  expect(made).toMatchObject({
    text: source.text,
    kind: source.kind,
    variables: source.variables,
    remark: source.remark,
    state: 'draft',
  })
  expect(made.name).toBe(`${'一'.repeat(27)} 副本`)
  expect(made.code).toMatch(/^SMS_\d{9}$/)
  expect(made.code).not.toBe(source.code)
})

test('template codes: unique within an account, also when the random generator repeats itself', async () => {
  const dice = [300_000_001, 300_000_001, 300_000_002]
  const codes = await run(async (tx, account) => {
    const random = () => dice.shift() ?? 0
    const made = [await createTemplate(tx, account, content(), random), await createTemplate(tx, account, content(), random)]
    return Promise.all(made.map(async one => (await readTemplate(tx, account, one.templateId)).code))
  })
  expect(codes).toEqual(['SMS_300000001', 'SMS_300000002'])
})

test('list: searches name, code and text; filters by state and kind', async () => {
  const { account, memberId } = await createAccount(database.db)
  const make = (more: Partial<Input>) => run((tx, id) => createTemplate(tx, id, content({ memberId, ...more })), account)
  await make({ name: '发货' })
  await make({ name: '到店', text: '新茶到店', variables: [], kind: 'marketing', isSubmitted: true })
  const list = (input: Partial<Parameters<typeof listTemplates>[2]>) =>
    run((tx, id) => listTemplates(tx, id, { pageSize: 20, ...input }), account)
  const all = await list({})
  expect(all.rows.map(row => row.name)).toEqual(['到店', '发货'])
  expect(all.counts).toMatchObject({ draft: 1, reviewing: 1 })
  expect((await list({ search: '新茶' })).rows.map(row => row.name)).toEqual(['到店'])
  expect((await list({ search: itemOrThrow(all.rows, 1).code.toLowerCase() })).rows.map(row => row.name)).toEqual(['发货'])
  expect((await list({ kind: 'transactional' })).rows.map(row => row.name)).toEqual(['发货'])
  expect((await list({ state: 'reviewing' })).rows.map(row => row.name)).toEqual(['到店'])
})

test('list: pages by name in pinyin, or by the last use', async () => {
  const { account, memberId } = await createAccount(database.db)
  const make = (name: string) => run((tx, id) => createTemplate(tx, id, content({ memberId, name })), account)
  const ids: string[] = []
  for (const name of ['周年庆', '安装提醒', '模板10', '模板2', '到店']) ids.push((await make(name)).templateId)
  const use = { day: 20_400, kind: 'transactional', appId: newId(), signatureId: newId() } as const
  await database.platformDb
    .insertInto('statisticsDay')
    .values({ ...use, accountId: account, templateId: itemOrThrow(ids, 1) })
    .execute()
  const pages = async (order: 'name' | 'used') => {
    const names: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await run((tx, id) => listTemplates(tx, id, { pageSize: 2, order, cursor }), account)
      names.push(...page.rows.map(row => row.name))
      if (page.nextCursor === null) return names
      cursor = page.nextCursor
    }
  }
  expect(await pages('name')).toEqual(['安装提醒', '到店', '模板2', '模板10', '周年庆'])
  expect(await pages('used')).toEqual(['安装提醒', '到店', '模板2', '模板10', '周年庆'])
})
