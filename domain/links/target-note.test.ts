import { beforeAll, expect, test } from 'vitest'
import { parseTarget } from '#contract/links/link-target.ts'
import { asAccount } from '#db/connect.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { firstOrThrow, lastOrThrow } from '#values/or-throw.ts'
import { inspectTarget, judgeRedirects } from './target-note.ts'

const shortLinkUrl = 'https://hy-s.cn'
const database = prepareTestDatabase()
let me: TestAccount

beforeAll(async () => {
  me = await createAccount(database.db)
  await database.platformDb
    .insertInto('domainRule')
    .values([
      { domain: 'evil.com', kind: 'blocked' },
      { domain: 'good.com', kind: 'trusted' },
    ])
    .execute()
})

const check = (text: string) => {
  const parsed = parseTarget(text)
  if ('problem' in parsed) throw new Error(parsed.problem)
  return asAccount(database.db, me.account, tx => inspectTarget(tx, me.account, { target: parsed.target, shortLinkUrl }))
}

test.each([
  ['https://good.com/', false, []],
  ['https://fine.cn/', true, []],
  ['http://good.com/', false, ['不是 https 网址，浏览器会提示“不安全”']],
  ['https://t.cn/abc', true, ['目标本身也是短链接，多一次跳转且看不出去向，建议直接填写最终网址']],
  ['https://good.com/?to=https://fine.cn', true, ['网址里带有另一个网址（fine.cn），审核时一并查看']],
  ['https://中文.cn/', true, ['中文.cn 的实际域名为 xn--fiq228c.cn']],
])('%s: review %s, %j', async (target, needsReview, texts) => {
  const checked = await check(target)
  expect(checked).toMatchObject({ problem: null, needsReview })
  expect(checked.notes.map(note => note.text)).toEqual(texts)
})

test('mixed scripts: give a warning, and the punycode form is shown', async () => {
  // The second letter is Cyrillic.
  const { notes } = await check('https://bаidu.com/')
  expect(notes.map(note => note.text).join()).toContain('混用了拉丁字母和西里尔字母')
  expect(lastOrThrow(notes).text).toMatch(/^实际域名为 xn--/)
})

test('blocked hosts and short domains: refused at once', async () => {
  expect((await check('https://www.evil.com/')).problem).toBe('该域名已被平台封禁')
  expect((await check('https://hy-s.cn/abc')).problem).toBe('不能指向短链接，会造成循环跳转')
})

test('hosts on the way are judged; the target itself was judged before', async () => {
  const judge = (...hops: string[]) =>
    asAccount(database.db, me.account, tx => judgeRedirects(tx, me.account, { outcome: 'reached', hops, notes: [] }, shortLinkUrl))
  expect((await judge('https://good.com/', 'https://fine.cn/')).notes).toEqual([])
  expect(firstOrThrow((await judge('https://fine.cn/', 'https://evil.com/')).notes).text).toBe('会跳转到被平台封禁的域名，审核不会通过')
  expect(firstOrThrow((await judge('https://fine.cn/', 'https://hy-s.cn/a')).notes).text).toBe('会跳转到短链接，可能循环')
})
