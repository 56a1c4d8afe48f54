import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { plainLink } from '#contract/links/link.ts'
import { openSite } from '#test/support/site.ts'
import {
  checkAccessibility,
  heading,
  openAsStaff,
  openSignedIn,
  rowOf,
  untilDecidable,
  untilFocused,
  type View,
  viewsOf,
} from '#test/support/visit.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow, getOrThrow, lastOrThrow } from '#values/or-throw.ts'

let cookie: string

const site = openSite({
  prepare: async () => {
    const answer = await asCustomer('/api/sign-in', site.addresses.demo.customer)
    cookie = firstOrThrow(getOrThrow(answer.headers, 'set-cookie').split(';'))
    // Links take units of a package.
    expect((await asCustomer('/api/packages/purchase', { packageId: '4001', quantity: 1 })).status).toBe(200)
  },
})

const asCustomer = (path: string, body: unknown) =>
  fetch(site.addresses.console + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: cookie ?? '', 'idempotency-key': newId() },
    body: JSON.stringify(body),
  })
const makeLink = (target: string) => asCustomer('/api/links/create', { ...plainLink, target, domain: '', ownCode: null, password: null })
/** A link created by the customer's own call; returns the short address. */
async function createLink(target: string): Promise<string> {
  const answer = await makeLink(target)
  expect(answer.status).toBe(200)
  return z.looseObject({ shortUrl: z.string() }).parse(await answer.json()).shortUrl
}
const at = (path: string, work: (page: Page) => Promise<void>, view: View = {}) =>
  site.visit(async page => {
    await openAsStaff(page, site.addresses.admin + path, {
      login: 'reviewer',
      password: site.addresses.demo.admin.password,
    })
    await work(page)
  }, view)
const statusOf = async (shortUrl: string) => (await fetch(shortUrl, { redirect: 'manual' })).status
/** Waits until the redirector answers with this status; otherwise the test times out. */
async function untilStatus(shortUrl: string, status: number): Promise<void> {
  while ((await statusOf(shortUrl)) !== status) await new Promise(resolve => setTimeout(resolve, 50))
}
const waiting = (page: Page, host: string) => page.getByRole('list', { name: '等待审核的域名' }).getByRole('button', { name: host })
const codeOf = (shortUrl: string) => lastOrThrow(shortUrl.split('/'))

test('a reviewer approves one host by key and rejects another with a usual reason; visitor and customer see it', async () => {
  const good = [await createLink('https://www.teahouse.cn/menu'), await createLink('https://www.teahouse.cn/map')]
  const bad = await createLink('https://taoba0.top/login')
  await at('/link-reviews', async page => {
    await heading(page, '短链审核').waitFor()
    await waiting(page, 'www.teahouse.cn').click()
    await heading(page, 'www.teahouse.cn', 2).waitFor()
    await page.getByText('https://www.teahouse.cn/map').waitFor()
    await untilDecidable(page, 'www.teahouse.cn')
    await page.keyboard.press('a')
    await page.getByText('已通过 2 条：www.teahouse.cn').waitFor()
    await waiting(page, 'taoba0.top').click()
    await page.getByText('与taobao.com相似，但不属于它').waitFor()
    await untilDecidable(page, 'taoba0.top')
    await page.keyboard.press('r')
    await page.getByRole('button', { name: '钓鱼仿冒' }).click()
    await page.getByLabel('拒绝原因').press('Control+Enter')
    await page.getByText('已拒绝 1 条：taoba0.top').waitFor()
    await waiting(page, 'taoba0.top').waitFor({ state: 'detached' })
  })
  for (const one of good) await untilStatus(one, 302)
  expect(await statusOf(bad)).toBe(404)
  await site.visit(async page => {
    await openSignedIn(page, `${site.addresses.console}/system/home`, site.addresses.demo.customer)
    await page.getByRole('link', { name: /条短链接未通过审核，更换目标后重新提交/ }).click()
    await rowOf(page, 'taoba0.top').getByText('已拒绝').waitFor()
  })
})

test('several hosts are passed at once, and the focus goes on to the next one', async () => {
  const links = [
    await createLink('https://one.bulk.cn/'),
    await createLink('https://two.bulk.cn/'),
    await createLink('https://last.bulk.cn/'),
  ]
  await at('/link-reviews', async page => {
    for (const host of ['one.bulk.cn', 'two.bulk.cn']) await page.getByRole('checkbox', { name: `选择 ${host}` }).check()
    await page.getByRole('toolbar', { name: '批量操作' }).getByRole('button', { name: '通过' }).click()
    const dialog = page.getByRole('dialog', { name: '通过 2 项' })
    await dialog.getByText('two.bulk.cn').waitFor()
    await dialog.getByRole('button', { name: '通过 2 项' }).click()
    await dialog.getByText('成功 2 项。').waitFor()
    await dialog.getByRole('button', { name: '知道了' }).press('Enter')
    await waiting(page, 'two.bulk.cn').waitFor({ state: 'detached' })
    await untilFocused(page.getByRole('list', { name: '等待审核的域名' }).locator('[aria-current]'))
    await waiting(page, 'last.bulk.cn').click()
    await untilDecidable(page, 'last.bulk.cn')
    await page.getByRole('button', { name: '拒绝' }).press('Enter')
    await page.getByRole('button', { name: '赌博' }).click()
    await page.getByLabel('拒绝原因').press('Control+Enter')
    await page.getByText('已拒绝 1 条：last.bulk.cn').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  })
  for (const link of links.slice(0, 2)) await untilStatus(link, 302)
})

test('a trusted customer of a host waits for no further review there', async () => {
  const first = await createLink('https://www.orchard.cn/1')
  await at('/link-reviews', async page => {
    await waiting(page, 'www.orchard.cn').click()
    await page.getByText('https://www.orchard.cn/1').waitFor()
    await untilDecidable(page, 'www.orchard.cn')
    await page.keyboard.press('h')
    await page.getByText('已通过并不再审核 1 条：www.orchard.cn').waitFor()
  })
  await untilStatus(first, 302)
  expect(await statusOf(await createLink('https://www.orchard.cn/2'))).toBe(302)
})

test('a domain is blocked after a preview of the affected links; they stop at the redirector, and return when it is unblocked', async () => {
  const link = await createLink('https://shop.riverside.cn/')
  await at('/domains', async page => {
    const add = page.getByRole('button', { name: '加入域名' })
    await add.first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: '受信任' }).check()
    await dialog.getByLabel('域名').fill('riverside.cn, com.cn')
    await dialog.getByText('“com.cn”是公共后缀，范围太大').waitFor()
    await dialog.getByLabel('域名').fill('riverside.cn')
    await dialog.getByText('有 1 条待审核的短链接指向这里').waitFor()
    await dialog.getByRole('button', { name: '信任' }).click()
    await page.getByText('已加入 1 个域名，通过 1 条短链接').waitFor()
    await untilStatus(link, 302)
    await add.click()
    await dialog.getByLabel('域名').fill('https://riverside.cn/login')
    await dialog.getByText('确认后立即封禁 1 条短链接').waitFor()
    await dialog.getByText('受信任，将改为封禁').waitFor()
    await dialog.getByRole('button', { name: '封禁' }).click()
    await page.getByText('已加入 1 个域名，封禁 1 条短链接').waitFor()
    await untilStatus(link, 403)
    const again = await makeLink('https://riverside.cn/again')
    expect(await again.json()).toMatchObject({ error: { code: 'target_refused' } })
    await rowOf(page, 'riverside.cn').getByRole('button', { name: '移除' }).click()
    await dialog.getByLabel('原因').fill('误加')
    await dialog.getByRole('button', { name: '移除' }).click()
    await page.getByText('已移出封禁，恢复 1 条短链接').waitFor()
    await untilStatus(link, 302)
  })
})

test('the kill switch stops one link, and all links of its account', async () => {
  const [one, other] = [await createLink('https://www.orchard.cn/3'), await createLink('https://www.orchard.cn/4')]
  await at(`/links?search=${codeOf(one)}`, async page => {
    await page.getByRole('button', { name: codeOf(one) }).click()
    const drawer = page.getByRole('dialog', { name: codeOf(one) })
    await drawer.getByRole('button', { name: '封禁', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: /^封禁/ })
    await dialog.getByRole('button', { name: /封\s?禁/ }).click()
    await dialog.getByText('请填写原因').or(dialog.getByText('原因不能少于')).waitFor()
    await dialog.getByLabel('原因').fill('仿冒网站')
    await dialog.getByRole('button', { name: /封\s?禁/ }).click()
    await untilStatus(one, 403)
    expect(await statusOf(other)).toBe(302)
    await drawer.getByText('仿冒网站').first().waitFor()
    await drawer.getByRole('button', { name: '停用客户全部短链接' }).click()
    const all = page.getByRole('dialog', { name: '停用客户全部短链接' })
    await all.getByLabel('原因').fill('大量举报')
    await all.getByRole('button', { name: /停\s?用/ }).click()
    await untilStatus(other, 403)
    await drawer.getByText('这个客户的全部短链接已停用：大量举报').waitFor()
    await drawer.getByRole('button', { name: '恢复客户全部短链接' }).click()
    const resume = page.getByRole('dialog', { name: '恢复客户全部短链接' })
    await resume.getByLabel('原因').fill('已核实')
    await resume.getByRole('button', { name: /恢\s?复/ }).click()
    await untilStatus(other, 302)
    expect(await statusOf(one)).toBe(403)
  })
})

test('a recipient reports a link from its page, and staff block the domain', async () => {
  const link = await createLink(`https://www.orchard.cn/5?${'x'.repeat(1_900)}`)
  await site.visit(
    async page => {
      await page.goto(`${site.addresses.redirect}/nothin7`)
      await page.getByRole('link', { name: '举报这个链接' }).click()
      await heading(page, '举报短链接').waitFor()
      await expect.poll(() => page.getByLabel('短链接').inputValue()).toBe('nothin7')
      await checkAccessibility(page, 'report')
      await page.getByLabel('举报原因').selectOption('钓鱼诈骗')
      await page.getByLabel('补充说明（选填）').fill('冒充银行要验证码')
      await page.getByRole('button', { name: '提交举报' }).click()
      await page.getByText('没有找到这个短链接，请与收到的内容核对').waitFor()
      expect(await page.getByLabel('补充说明（选填）').inputValue()).toBe('冒充银行要验证码')
      await page.getByLabel('短链接').fill(link)
      await page.getByRole('button', { name: '提交举报' }).click()
      await heading(page, '已收到您的举报').waitFor()
    },
    { width: 360 },
  )
  await at('/link-reports', async page => {
    await rowOf(page, 'www.orchard.cn').getByText('钓鱼诈骗').waitFor()
    await page.getByRole('button', { name: codeOf(link) }).click()
    // However long the target is, the report's text stays in view.
    expect((await page.getByText('冒充银行要验证码').boundingBox())!.y).toBeLessThan(page.viewportSize()!.height)
    await page.getByRole('button', { name: '封禁目标域名' }).click()
    const dialog = page.getByRole('dialog', { name: /^封禁目标域名/ })
    await dialog.getByText(/确认后立即封禁 \d+ 条短链接/).waitFor()
    await dialog.getByLabel('原因').fill('仿冒网站')
    await dialog.getByRole('button', { name: '封禁域名' }).click()
    await page.getByText(/已处理 1 条举报，封禁 \d+ 条短链接/).waitFor()
    await untilStatus(link, 403)
    await page.getByRole('button', { name: '已处理' }).click()
    await rowOf(page, 'www.orchard.cn').waitFor()
  })
})

test.each(viewsOf(import.meta.filename))('link review pages are readable: %o', async size => {
  await createLink('https://www.later.cn/')
  await at(
    '/link-reviews?host=www.later.cn',
    async page => {
      await page.getByText('https://www.later.cn/').first().waitFor()
      await checkAccessibility(page, 'link-reviews')
      for (const [path, title] of [
        ['/links', '短链查询'],
        ['/domains', '域名管理'],
        ['/link-reports?view=handled', '短链举报'],
      ] as const) {
        await page.goto(site.addresses.admin + path)
        await heading(page, title).waitFor()
        await checkAccessibility(page, path)
      }
    },
    size,
  )
})
