import { beforeAll, expect, test } from 'vitest'
import type { Refusal } from '#contract/refusals.ts'
import { asAccount } from '#db/connect.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import type { AccountId } from '#values/id.ts'
import { carriedHosts, checkTargets, hostsOf, stateByTargets, targetVerdict } from './target-check.ts'

const shortLinkUrl = 'https://hy-s.cn'
const database = prepareTestDatabase()
let me: TestAccount
let other: TestAccount

beforeAll(async () => {
  me = await createAccount(database.db)
  other = await createAccount(database.db)
  const { platformDb: db } = database
  const rule = (domain: string, kind: 'blocked' | 'trusted') => ({ domain, kind })
  await db
    .insertInto('domainRule')
    .values([rule('evil.com', 'blocked'), rule('bad.good.com', 'blocked'), rule('good.com', 'trusted'), rule('fine.evil.com', 'trusted')])
    .execute()
  await db.insertInto('linkDomain').values({ domain: 's.theirs.cn', accountId: other.account, state: 'pending' }).execute()
  const domain = (account: AccountId, name: string, state: 'pending' | 'verified') => ({
    accountId: account,
    domain: name,
    state,
    token: 'x',
  })
  await db
    .insertInto('targetDomain')
    .values([
      domain(me.account, 'mine.cn', 'verified'),
      domain(me.account, 'notyet.cn', 'pending'),
      domain(other.account, 'theirs.cn', 'verified'),
    ])
    .execute()
})

const ask = (hosts: string[]) => asAccount(database.db, me.account, tx => checkTargets(tx, me.account, hosts, shortLinkUrl))

test.each([
  ['evil.com', 'blocked'],
  ['a.b.evil.com', 'blocked'],
  ['notevil.com', 'unknown'],
  ['evil.com.cn', 'unknown'],
  ['www.good.com', 'trusted'],
  // A block beats trust of parents and subdomains.
  ['bad.good.com', 'blocked'],
  ['fine.evil.com', 'blocked'],
  ['mine.cn', 'trusted'],
  ['shop.mine.cn', 'trusted'],
  ['notyet.cn', 'unknown'],
  // Verified by another account: unknown to this one.
  ['theirs.cn', 'unknown'],
  // Short domains of any account, in any state.
  ['hy-s.cn', 'short'],
  ['s.theirs.cn', 'short'],
])('target %s is %s', async (host, verdict) => expect((await ask([host])).get(host)).toBe(verdict))

test.each([
  ['https://good.com/', []],
  ['https://good.com/link?url=https://a.cn/x', ['a.cn']],
  ['https://good.com/link?url=https%3A%2F%2Fa.cn%2Fx', ['a.cn']],
  ['https://good.com/link?url=https%253A%252F%252Fa.cn', ['a.cn']],
  ['https://good.com/link?next=//a.cn', ['a.cn']],
  ['https://good.com/link?next=%2F%2Fa.cn', ['a.cn']],
  ['https://good.com/link?next=/%5Ca.cn', ['a.cn']],
  ['https://good.com/go/https://a.cn/x', ['a.cn']],
  ['https://good.com//a.cn/x', ['a.cn']],
  ['https://good.com/#/jump?to=https://a.cn', ['a.cn']],
  ['https://good.com/link?url=HTTPS://A.CN', ['a.cn']],
  ['https://good.com/link?back=https://good.com/home', []],
  ['https://good.com/100%25', []],
  ['https://good.com/?q=100%', []],
  ['https://good.com/a/b?c=d', []],
])('target %s carries the hosts %j', (target, hosts) => expect(carriedHosts(target)).toEqual(hosts))

test('open redirect: a trusted page that redirects visitors lends its trust to no other host', async () => {
  const target = 'https://good.com/link?url='
  const verdicts = await ask(hostsOf(['a.cn', 'evil.com', 'mine.cn'].map(host => ({ target: `${target}https://${host}/` }))))
  expect(targetVerdict(`${target}https://a.cn/`, verdicts)).toBe('unknown')
  expect(targetVerdict(`${target}https://evil.com/`, verdicts)).toBe('blocked')
  expect(targetVerdict(`${target}https://mine.cn/`, verdicts)).toBe('trusted')
})

test('all targets of a link are checked, and the refusal names the field', async () => {
  const link = (target: string, endedTarget: string | null, rule: string) => ({
    target,
    endedTarget,
    rules: [{ targets: [{ target: rule }] }],
  })
  const state = async (one: ReturnType<typeof link>) => stateByTargets(one, await ask(hostsOf([one])))
  const fine = 'https://mine.cn/'
  expect(await state(link(fine, fine, 'https://good.com/'))).toBe('active')
  expect(await state(link(fine, 'https://a.cn/', fine))).toBe('reviewing')
  expect(await state(link(fine, null, 'https://a.cn/'))).toBe('reviewing')
  const fieldsOf = (one: ReturnType<typeof link>) => state(one).catch((error: Refusal) => error.fields)
  expect(await fieldsOf(link('https://evil.com/', null, fine))).toEqual({ target: '该域名已被平台封禁' })
  expect(await fieldsOf(link(fine, 'https://hy-s.cn/abc', fine))).toEqual({ endedTarget: '不能指向短链接，会造成循环跳转' })
  expect(await fieldsOf(link(fine, null, 'https://s.theirs.cn/x'))).toEqual({ rules: '不能指向短链接，会造成循环跳转' })
})
