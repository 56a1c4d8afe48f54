import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { maySignature, type ReviewState, reviewStates, signatureCan } from '#contract/content/review-state.ts'
import { Refusal } from '#contract/refusals.ts'
import { asAccount, type Tx } from '#db/connect.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { type AccountId, newId } from '#values/id.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow, itemOrThrow, takeOrThrow } from '#values/or-throw.ts'
import type { AttachedProof } from './proof.ts'
import {
  createSignature,
  deleteSignature,
  disableSignature,
  editSignature,
  enableSignature,
  expediteSignature,
  makeDefaultSignature,
  submitSignature,
  withdrawSignature,
} from './signature.ts'
import { listSignatures, readSignature } from './signature-list.ts'

const now = new Date('2026-11-21T02:00:00Z')
const database = prepareTestDatabase()
let owner: TestAccount
beforeAll(async () => {
  owner = await createAccount(database.db, { name: '云溪书店有限公司' })
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

const content = (text: string, more: Partial<Parameters<typeof createSignature>[2]> = {}) => ({
  text,
  kind: 'company' as const,
  purpose: 'own' as const,
  remark: '',
  isSubmitted: false,
  memberId: owner.memberId,
  now,
  ...more,
})
let made = 0
const fresh = (word: string) => {
  made += 1
  return `${word}${made}`
}
const draft = () => run((tx, account) => createSignature(tx, account, content(fresh('书店'))))
const setState = (signatureId: string, state: ReviewState) =>
  run((tx, account) =>
    tx.updateTable('signature').set({ state }).where('accountId', '=', account).where('signatureId', '=', signatureId).execute(),
  )

test('the state table has the states that the database allows', async () => {
  const { rows } = await sql<{ states: string[] }>`
    select array(select m[1] from regexp_matches(pg_get_constraintdef(oid), '''(\\w+)''', 'g') m) as states from pg_constraint
    where conname in ('signature_state_check', 'template_state_check')`.execute(database.platformDb)
  expect(rows).toHaveLength(2)
  for (const { states } of rows) expect(states.sort()).toEqual(Object.keys(reviewStates).sort())
})

const acts = {
  submit: submitSignature,
  withdraw: withdrawSignature,
  disable: disableSignature,
  enable: enableSignature,
  delete: deleteSignature,
}
const walk = keysOf(acts).flatMap(act => keysOf(reviewStates).map(state => ({ act, state })))
test.each(walk)('signature in state $state: $act', async ({ act, state }) => {
  const { signatureId } = await draft()
  await setState(signatureId, state)
  const done = run((tx, account) => acts[act](tx, account, { signatureId, memberId: owner.memberId, now }))
  if (maySignature(act, state)) expect((await done).state).toBe(signatureCan[act].to)
  else expect(await refusalOf(done)).toBe(state === 'deleted' ? 'not_found' : 'state_forbids')
})

test.each(keysOf(reviewStates))('signature in state %s: editing', async state => {
  const { signatureId } = await draft()
  await setState(signatureId, state)
  const edit = run((tx, account) => editSignature(tx, account, { ...content(fresh('改名')), signatureId }))
  if (maySignature('edit', state)) expect((await edit).state).toBe(state)
  else expect(await refusalOf(edit)).toBe(state === 'deleted' ? 'not_found' : 'state_forbids')
})

test('signature text: unique regardless of letter case, until the other one is disabled', async () => {
  const first = await run((tx, account) => createSignature(tx, account, content('Yunxi书店')))
  const again = () => run((tx, account) => createSignature(tx, account, content('YUNXI书店')))
  expect(await refusalOf(again())).toBe('signature_taken')
  const other = await draft()
  const renamed = run((tx, account) => editSignature(tx, account, { ...content('yunxi书店'), signatureId: other.signatureId }))
  expect(await refusalOf(renamed)).toBe('signature_taken')
  await setState(first.signatureId, 'disabled')
  expect((await again()).state).toBe('draft')
  const elsewhere = await createAccount(database.db)
  expect((await run((tx, account) => createSignature(tx, account, content('Yunxi书店')), elsewhere.account)).state).toBe('draft')
})

test('sender number: unique, six digits, also when the random generator repeats itself', async () => {
  const dice = [234_567, 234_567, 345_678]
  const [one, two] = takeOrThrow(
    await run(async (tx, account) => {
      const random = () => dice.shift() ?? 0
      return [await createSignature(tx, account, content('骰子一'), random), await createSignature(tx, account, content('骰子二'), random)]
    }),
    2,
  )
  const extensionOf = (signatureId: string) => run(async (tx, account) => (await readSignature(tx, account, signatureId)).extension)
  expect(await extensionOf(one.signatureId)).toBe('234567')
  expect(await extensionOf(two.signatureId)).toBe('345678')
  await expect(run((tx, account) => createSignature(tx, account, content('骰子三'), () => 234_567))).rejects.toThrow('no free extension')
  const claimed = await database.platformDb.selectFrom('senderExtension').selectAll().where('extension', '=', '345678').executeTakeFirst()
  expect(claimed).toMatchObject({ accountId: owner.account, signatureId: two.signatureId })
})

/** The files required for a name of somebody else. */
async function lend(): Promise<AttachedProof[]> {
  const proofs = (['licence', 'authorization'] as const).map(use => ({ proofId: newId(), use }))
  const common = { fileName: '授权书.pdf', mediaType: 'application/pdf', byteCount: 1, memberId: owner.memberId }
  await run((tx, account) =>
    tx
      .insertInto('proof')
      .values(proofs.map(({ proofId }) => ({ ...common, accountId: account, proofId })))
      .execute(),
  )
  return proofs
}

test('submission: stores findings for staff; a resubmission clears the previous reason', async () => {
  const submitted = (text: string, purpose: 'own' | 'other' = 'own', proofs: AttachedProof[] = []) =>
    run((tx, account) => createSignature(tx, account, content(text, { isSubmitted: true, purpose, proofs, authorizedUntil: '2027-11-21' })))
  const findingsOf = async (signatureId: string) => {
    const { history } = await run((tx, account) => readSignature(tx, account, signatureId))
    return firstOrThrow(history).findings.map(finding => finding.code)
  }
  expect(await findingsOf((await submitted('云溪书店')).signatureId)).toEqual([])
  expect(await findingsOf((await submitted('山间茶舍')).signatureId)).toEqual(['name_differs'])
  expect(await refusalOf(submitted('海边咖啡', 'other'))).toBe('proof_missing')
  const proofs = await lend()
  expect(await findingsOf((await submitted('海边咖啡', 'other', proofs)).signatureId)).toEqual(['other_owner'])

  const { signatureId } = await submitted('云溪有限')
  await run((tx, account) =>
    tx
      .updateTable('signature')
      .set({ state: 'rejected', reason: '名称不完整', reviewedAt: now })
      .where('accountId', '=', account)
      .where('signatureId', '=', signatureId)
      .execute(),
  )
  await run((tx, account) => editSignature(tx, account, { ...content('云溪店'), signatureId, isSubmitted: true }))
  const read = await run((tx, account) => readSignature(tx, account, signatureId))
  expect(read).toMatchObject({ state: 'reviewing', reason: null, reviewedAt: null, text: '云溪店' })
  expect(read.history.map(({ decision, by }) => `${decision} ${by}`)).toEqual(['submitted 张三', 'submitted 张三'])
})

test('account without attestation: may submit, and staff see it', async () => {
  const { account, memberId } = await createAccount(database.db, { attested: false })
  const { signatureId } = await run((tx, id) => createSignature(tx, id, content('新店', { isSubmitted: true, memberId })), account)
  const { history } = await run((tx, id) => readSignature(tx, id, signatureId), account)
  expect(firstOrThrow(history).findings.map(finding => finding.code)).toContain('not_attested')
})

test("signature used by an unfinished broadcast: can't be disabled or deleted", async () => {
  const { signatureId } = await draft()
  await setState(signatureId, 'approved')
  const broadcastId = newId()
  await run((tx, account) =>
    tx
      .insertInto('broadcast')
      .values({
        accountId: account,
        broadcastId,
        name: '双十二',
        kind: 'transactional',
        signatureId,
        templateId: newId(),
        signatureText: '',
        templateText: '',
        variables: '[]',
        uploadId: newId(),
        state: 'paused',
        recipientCount: 1,
        segmentCount: 1,
      })
      .execute(),
  )
  const act = { signatureId, memberId: owner.memberId, now }
  expect(await refusalOf(run((tx, account) => deleteSignature(tx, account, act)))).toBe('in_use')
  await expect(run((tx, account) => disableSignature(tx, account, act))).rejects.toThrow('正被群发“双十二”使用，结束后才能停用')
  expect((await run((tx, account) => readSignature(tx, account, signatureId))).usedBy).toEqual(['群发“双十二”'])
  await run((tx, account) =>
    tx
      .updateTable('broadcast')
      .set({ state: 'completed' })
      .where('accountId', '=', account)
      .where('broadcastId', '=', broadcastId)
      .execute(),
  )
  expect((await run((tx, account) => disableSignature(tx, account, act))).state).toBe('disabled')
})

test('list: pages by cursor, counts by state, searches literally, hides deleted ones and those of other accounts', async () => {
  const { account, memberId } = await createAccount(database.db)
  const ids: string[] = []
  for (const text of ['甲店', '乙店', '丙馆', '丁店', '戊店'])
    ids.unshift((await run((tx, id) => createSignature(tx, id, content(text, { memberId })), account)).signatureId)
  await run((tx, id) => deleteSignature(tx, id, { signatureId: firstOrThrow(ids), memberId, now }), account)
  const list = (input: Partial<Parameters<typeof listSignatures>[2]>) =>
    run((tx, id) => listSignatures(tx, id, { pageSize: 3, ...input }), account)
  const first = await list({})
  expect(first.rows.map(row => row.text)).toEqual(['丁店', '丙馆', '乙店'])
  expect(first.counts).toEqual({ draft: 4, reviewing: 0, approved: 0, rejected: 0, disabled: 0 })
  const second = await list({ cursor: first.nextCursor ?? '' })
  expect(second.rows.map(row => row.text)).toEqual(['甲店'])
  expect(second.nextCursor).toBeNull()
  expect((await list({ search: '馆' })).rows).toHaveLength(1)
  expect((await list({ search: '%' })).rows).toEqual([])
  expect((await list({ state: 'approved' })).rows).toEqual([])
  expect(await refusalOf(run((tx, id) => readSignature(tx, id, itemOrThrow(ids, 1))))).toBe('not_found')
  expect(await refusalOf(run((tx, id) => readSignature(tx, id, firstOrThrow(ids)), account))).toBe('not_found')
})

test('limit of signatures per account', async () => {
  const { account, memberId } = await createAccount(database.db)
  await run(async (tx, id) => {
    await sql`insert into signature (account_id, signature_id, text, kind, purpose, state, extension)
      select account_id, md5(account_id::text || n)::uuid, '第' || n || '店', 'company', 'own', 'draft', '1'
      from account cross join generate_series(1, ${limits.signatures}) n where account_id = ${id}`.execute(tx)
    expect(await refusalOf(createSignature(tx, id, content('多一个', { memberId })))).toBe('too_many')
  }, account)
})

test('name of somebody else: requires its licence and an unexpired letter of authorization', async () => {
  const submit = (proofs: AttachedProof[], authorizedUntil: string | null) =>
    run((tx, account) =>
      createSignature(tx, account, content(fresh('他用'), { isSubmitted: true, purpose: 'other', proofs, authorizedUntil })),
    ).catch((error: Refusal) => error.message)
  const [licence, letter] = takeOrThrow(await lend(), 2)
  expect(await submit([licence], '2027-11-21')).toBe('请上传授权委托书')
  expect(await submit([], null)).toBe('请上传营业执照或法人证书、授权委托书')
  expect(await submit([licence, letter], '2026-11-21')).toBe('授权委托书的有效期须晚于今天')
  expect(await submit([licence, letter], '2026-11-22')).toMatchObject({ state: 'reviewing' })
  const trademark = run((tx, account) => createSignature(tx, account, content(fresh('商标'), { isSubmitted: true, kind: 'trademark' })))
  await expect(trademark).rejects.toMatchObject({ message: '请上传商标注册证' })
})

const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
const submittedOne = () => run((tx, account) => createSignature(tx, account, content(fresh('催审'), { isSubmitted: true })))

test('expediting: half an hour after submission, once an hour', async () => {
  const { signatureId } = await submittedOne()
  const expediteAt = (at: Date) =>
    run((tx, account) => expediteSignature(tx, account, { signatureId, memberId: owner.memberId, now: at })).then(
      () => 'done',
      (error: Refusal) => error.message,
    )
  expect(await expediteAt(minutes(20))).toBe('提交满30分钟才能催审，请10分钟后再试')
  expect(await expediteAt(minutes(30))).toBe('done')
  expect(await expediteAt(minutes(80))).toBe('已经催审，每小时一次，请10分钟后再试')
  expect(await expediteAt(minutes(90))).toBe('done')
  const read = await run((tx, account) => readSignature(tx, account, signatureId))
  expect(read.expeditedAt).toEqual(minutes(90))
  expect(read.history.map(one => one.decision)).toEqual(['expedited', 'expedited', 'submitted'])
  await run((tx, account) => withdrawSignature(tx, account, { signatureId, memberId: owner.memberId, now: minutes(91) }))
  expect((await run((tx, account) => readSignature(tx, account, signatureId))).expeditedAt).toBeNull()
  expect(await expediteAt(minutes(200))).toBe('当前状态为“草稿”，不能催审')
})

test('signature disabled by the account: can be re-enabled, unless staff did it or its text is taken', async () => {
  const { signatureId } = await draft()
  const act = { signatureId, memberId: owner.memberId, now }
  await setState(signatureId, 'approved')
  await run((tx, account) => disableSignature(tx, account, act))
  expect((await run((tx, account) => enableSignature(tx, account, act))).state).toBe('approved')
  await run((tx, account) => disableSignature(tx, account, act))
  const { text } = await run((tx, account) => readSignature(tx, account, signatureId))
  const twin = await run((tx, account) => createSignature(tx, account, content(text)))
  expect(await refusalOf(run((tx, account) => enableSignature(tx, account, act)))).toBe('signature_taken')
  await run((tx, account) => deleteSignature(tx, account, { ...act, signatureId: twin.signatureId }))
  await run((tx, account) =>
    tx
      .insertInto('review')
      .values({
        accountId: account,
        reviewId: newId(),
        object: 'signature',
        objectId: signatureId,
        decision: 'disabled',
        staffId: newId(),
        at: minutes(5),
      })
      .execute(),
  )
  expect(await refusalOf(run((tx, account) => enableSignature(tx, account, act)))).toBe('disabled_by_staff')
})

test('default signature: one approved signature, until it is disabled', async () => {
  const [one, other] = [(await draft()).signatureId, (await draft()).signatureId]
  const make = (signatureId: string) =>
    run((tx, account) => makeDefaultSignature(tx, account, { signatureId, memberId: owner.memberId, now }))
  expect(await refusalOf(make(one))).toBe('state_forbids')
  for (const signatureId of [one, other]) await setState(signatureId, 'approved')
  await make(one)
  await make(other)
  const defaults = async () => {
    const { rows } = await run((tx, account) => listSignatures(tx, account, { pageSize: 100 }))
    return rows.filter(row => row.isDefault).map(row => row.signatureId)
  }
  expect(await defaults()).toEqual([other])
  await run((tx, account) => disableSignature(tx, account, { signatureId: other, memberId: owner.memberId, now }))
  expect(await defaults()).toEqual([])
})

test('last use: the day is shown in the list', async () => {
  const { signatureId } = await draft()
  const day = Date.UTC(2026, 10, 19) / 86_400_000
  await run((tx, account) =>
    tx
      .insertInto('statisticsDay')
      .values(
        [day - 1, day].map(day => ({
          accountId: account,
          day,
          kind: 'transactional',
          appId: newId(),
          signatureId,
          templateId: newId(),
          acceptedCount: 1,
        })),
      )
      .execute(),
  )
  expect((await run((tx, account) => readSignature(tx, account, signatureId))).lastUsedOn).toBe('2026-11-19')
})
