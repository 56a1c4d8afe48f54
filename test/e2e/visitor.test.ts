import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { plainLink } from '#contract/links/link.ts'
import type { LinkRule } from '#contract/links/link-rule.ts'
import { Program } from '#test/support/engine.ts'
import { openSite } from '#test/support/site.ts'
import { checkAccessibility, choose, heading, openSignedIn, proveBySms, rowOf, type View, viewsOf } from '#test/support/visit.ts'
import { addresses, agents } from '#test/support/visits.ts'
import { chinaDay } from '#values/china-time.ts'
import { encodeId, newId } from '#values/id.ts'

/** The demo's shop has verified its domain: links to it need no review. */
const host = 'www.example.com'
const site = openSite({
  prepare: async ({ platform: { dataDir, databaseUrl, addresses } }) => {
    // Visits are sent from here, and a header has their address, as behind a proxy.
    behindProxy = new Program('redirect', {
      DATABASE_URL: databaseUrl,
      HONGYAN_SECRET: await readFile(path.join(dataDir, 'secret'), 'utf8'),
      DATA_DIR: path.join(dataDir, 'behind-proxy'),
      REDIRECT_PORT: '0',
      SHORT_LINK_URL: addresses.redirect,
      TRUST_PROXY: 'loopback',
    })
    redirectUrl = String((await behindProxy.start()).redirect)
  },
})
let behindProxy: Program | undefined
let redirectUrl: string
afterAll(() => behindProxy?.stop())

/** Signed in at a page of the console. */
const at = (who: 'customer' | 'empty', path: string, work: (page: Page) => Promise<void>, view: View = {}) =>
  site.visit(async page => {
    await openSignedIn(page, site.addresses.console + path, site.addresses.demo[who])
    await work(page)
  }, view)

interface MadeLink {
  linkId: string
  shortUrl: string
}

async function makeLink(page: Page, title: string, facts: Partial<{ target: string; rules: LinkRule[] }> = {}): Promise<MadeLink> {
  const link = { ...plainLink, title, target: `https://${host}/${title}`, ...facts, domain: '', ownCode: null, password: null }
  const answer = await page.request.post(`${site.addresses.console}/api/links/create`, {
    data: link,
    headers: { 'idempotency-key': newId() },
  })
  expect(answer.status()).toBe(200)
  return (await answer.json()) as MadeLink
}

/** Opens a link as a visitor from a certain place. */
async function open({ shortUrl }: MadeLink, from: keyof typeof addresses = 'shenzhen', by: keyof typeof agents = 'iphone') {
  const headers = { 'x-forwarded-for': addresses[from], 'user-agent': agents[by], 'accept-language': 'zh-CN' }
  expect((await fetch(redirectUrl + new URL(shortUrl).pathname, { headers, redirect: 'manual' })).status).toBe(302)
}

/** Waits until all visits of a link, including bots, are recorded: a page that is opened then is complete at once. */
async function untilRecorded(page: Page, { linkId }: MadeLink, visits: number) {
  const days = { from: chinaDay(new Date(Date.now() - 86_400_000)), to: chinaDay(new Date()) }
  const address = `${site.addresses.console}/api/visits/figures?${new URLSearchParams({ linkId, ...days })}`
  const recorded = async () => {
    const { totals } = await (await page.request.get(address)).json()
    return totals.pv + totals.bots
  }
  await expect.poll(recorded).toBe(visits)
}

const toVisitor = (page: Page, query: Record<string, string>) =>
  page.goto(`${site.addresses.console}/shorturl/visitor?${new URLSearchParams(query)}`)
/** A figure of the top row, by its label. */
const figure = async (page: Page, label: string) => {
  const card = page.locator('[class*=figure]').filter({ has: page.getByText(label, { exact: true }) })
  return Number(/[\d,]+/.exec((await card.first().innerText()).replace(label, ''))?.[0].replaceAll(',', ''))
}
const visits = (page: Page) => page.getByRole('region', { name: '访问记录', exact: true })

test('many targets of one link with long addresses: the most visited are shown, and a phone never scrolls sideways', () =>
  at(
    'customer',
    '/system/home',
    async page => {
      const long = `https://${host}/${'a'.repeat(80)}`
      const targets = Array.from({ length: 10 }, (_, index) => ({ target: `${long}${index}`, weight: 1 }))
      const link = await makeLink(page, '多个目标', { target: long, rules: [{ devices: ['android'], targets }] })
      await open(link)
      await untilRecorded(page, link, 1)
      await toVisitor(page, { link: link.linkId })
      const arms = page.locator('section').filter({ has: heading(page, '分流', 2) })
      await expect.poll(() => arms.getByRole('listitem').count()).toBe(8)
      await expect.poll(() => arms.getByRole('listitem').first().innerText()).toContain('默认目标')
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      await arms.getByRole('button', { name: '显示全部 11 个' }).click()
      await expect.poll(() => arms.getByRole('listitem').count()).toBe(11)
    },
    { width: 390 },
  ))

test('visits of a link are counted, grouped by place and device, listed and filtered; bots are separate until they are shown', () =>
  at('customer', '/system/home', async page => {
    const link = await makeLink(page, '会员日')
    await open(link)
    await open(link)
    await open(link, 'nanjing', 'wechat')
    await open(link, 'hangzhou', 'crawler')
    await untilRecorded(page, link, 4)
    await toVisitor(page, { link: link.linkId })
    await expect.poll(() => figure(page, '访问次数（PV）')).toBe(3)
    expect(await figure(page, 'IP数')).toBe(2)
    expect(await figure(page, '机器访问')).toBe(1)
    const { rows } = await (await page.request.get(`${site.addresses.console}/api/links?pageSize=100`)).json()
    const listed = rows.find((row: { linkId: string }) => row.linkId === link.linkId)
    expect({ pv: listed.pvTotal, uv: listed.uvTotal }).toEqual({ pv: 3, uv: await figure(page, '访客数（UV）') })
    await page.getByText('指标怎么算').click()
    await page.getByText('打开短链并被跳转的次数').waitFor()
    await page.getByRole('figure', { name: '访问次数' }).waitFor()
    await page.getByText('广东', { exact: true }).first().waitFor()
    await page.getByText('城市', { exact: true }).click()
    await page.waitForURL(/place=city/)
    await page.getByText('深圳', { exact: true }).first().waitFor()
    await page.getByText('近1小时', { exact: true }).click()
    await page.waitForURL(/by=minute/)
    await expect.poll(() => visits(page).locator('tbody tr').count()).toBe(3)
    await rowOf(page, '114.114.114.*').getByText('微信').waitFor()
    await page.getByRole('switch', { name: '显示机器访问' }).click()
    await rowOf(page, '223.5.5.*').getByText('爬虫').waitFor()
    await choose(page, '地区', '江苏')
    await page.waitForURL(/province=/)
    await expect.poll(() => visits(page).locator('tbody tr').count()).toBe(1)
    await page.reload()
    await rowOf(page, '114.114.114.*').waitFor()
    await visits(page).getByRole('button', { name: '重置' }).click()
    await expect.poll(() => visits(page).locator('tbody tr').count()).toBe(4)
    expect(page.url()).toContain(link.linkId)
    // A bar lists the visits that it counts.
    await page.getByRole('link', { name: /^深圳 ?2/ }).click()
    await page.waitForURL(/city=.*#visits$/)
    await expect.poll(() => visits(page).locator('tbody tr').count()).toBe(2)
    await page.getByRole('button', { name: '取消筛选：城市 深圳' }).click()
    await expect.poll(() => visits(page).locator('tbody tr').count()).toBe(3)
  }))

test('a link without visits says how to get some, and shows the first by itself; new ones appear while the page is live and visible', () =>
  at('customer', '/system/home', async page => {
    const link = await makeLink(page, '新链接')
    await toVisitor(page, { link: link.linkId, live: '1' })
    await heading(page, '还没有人访问', 2).waitFor()
    await page.getByText('用手机打开这个短链试试').waitFor()
    await open(link)
    await page.getByText('等待新的访问').waitFor()
    await rowOf(page, '113.87.160.*').first().waitFor()
    await open(link, 'nanjing')
    await rowOf(page, '114.114.114.*').getByText('新', { exact: true }).waitFor()
    await page.getByText('新到 1 次').waitFor()
    await expect.poll(() => figure(page, '访问次数（PV）')).toBe(2)
    const view = (state: 'hidden' | 'visible') =>
      page.evaluate(now => {
        Object.defineProperty(document, 'visibilityState', { value: now, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, state)
    await view('hidden')
    await page.getByText('正在连接').waitFor()
    await open(link, 'hangzhou')
    await view('visible')
    await page.getByText('等待新的访问').waitFor()
    await rowOf(page, '223.5.5.*').waitFor()
  }))

test('a link is found by its code or title, the ranking leads from all links to one, and back restores it', () =>
  at('customer', '/system/home', async page => {
    const link = await makeLink(page, '秋茶上新')
    await open(link)
    await toVisitor(page, {})
    await page.getByRole('combobox', { name: '统计对象' }).fill('秋茶')
    await page.locator('.ant-select-item-option').getByText('秋茶上新').click()
    await page.waitForURL(url => url.searchParams.get('link') === link.linkId)
    await page.getByText(`https://${host}/`).first().waitFor()
    await page.goBack()
    await page.getByRole('button', { name: '访问时间：近7天' }).click()
    await page.getByRole('button', { name: '近30天' }).click()
    await page.waitForURL(/from=.*to=/)
    const most = page
      .locator('section')
      .filter({ has: heading(page, '短链排行', 2) })
      .getByRole('link')
      .first()
    const [name] = (await most.innerText()).split('\n')
    await most.click()
    await page.waitForURL(/link=lnk_.*/)
    await page.getByText(`短链：${name}`, { exact: true }).waitFor()
    expect(page.url()).toContain('from=')
  }))

test('a broadcast is followed to its clicks, with whole numbers for members with the permission, and to those who did not click', () =>
  at('customer', '/system/home', async page => {
    const choices = await (await page.request.get(`${site.addresses.console}/api/visits/choices`)).json()
    const [{ id: broadcast, name }] = choices.broadcasts
    await toVisitor(page, { broadcast })
    await page.getByText(`群发“${name}”以来的全部数字`).waitFor()
    const { clickedCount } = await (
      await page.request.get(`${site.addresses.console}/api/broadcasts/funnel?broadcastId=${broadcast}`)
    ).json()
    const people = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: '查看名单' }) })
    await people.first().getByText(clickedCount.toLocaleString('en-US'), { exact: false }).waitFor()
    await visits(page).getByRole('button', { name: '显示', exact: true }).first().click()
    await proveBySms(page, site.addresses.handset, { act: '查看完整号码', phone: '19200002001' })
    await visits(page)
      .getByText(/^1\d{10}$/)
      .waitFor()
    await checkAccessibility(page, 'a broadcast')
    await expect.poll(() => people.nth(1).getByRole('button', { name: '再发给他们' }).isEnabled()).toBe(true)
    await people.nth(1).getByRole('link', { name: '查看名单' }).click()
    await page.waitForURL(/\/sms\/delivery\?.*clicked=no/)
    await page.locator('tbody tr').first().getByText('成功', { exact: true }).waitFor()
  }))

test('an unknown or foreign link is not found; too many days are refused; a new account is shown how to begin', async () => {
  let foreign = ''
  await at('customer', `/shorturl/visitor?link=${encodeId('link', newId())}`, async page => {
    await page.getByText('内容不存在或已被删除').waitFor()
    await page.getByRole('link', { name: '查看全部短链' }).waitFor()
    const link = await makeLink(page, '别人的')
    foreign = link.linkId
    await open(link)
    await toVisitor(page, { from: '2024-01-01', to: '2026-01-01' })
    await page.getByText('一次最多统计397天').first().waitFor()
  })
  await at('customer', '/shorturl/visitor?id=doesnotexist', async page => {
    await heading(page, '这个短链不存在', 2).waitFor()
    expect(await page.getByRole('button', { name: '重试' }).count()).toBe(0)
  })
  await at('empty', `/shorturl/visitor?link=${foreign}`, async page => {
    await page.getByText('内容不存在或已被删除').waitFor()
    await page.getByRole('link', { name: '查看全部短链' }).click()
    await heading(page, '还没有短链', 2).waitFor()
    await checkAccessibility(page, 'no links')
  })
})

test.each(viewsOf(import.meta.filename))('the page of visits is accessible and never scrolls sideways at $width px', options =>
  at(
    'customer',
    '/system/home',
    async page => {
      const link = await makeLink(page, '一个很长很长的标题用来看看会不会把页面撑破而且还带着说明')
      await open(link)
      await untilRecorded(page, link, 1)
      await toVisitor(page, { link: link.linkId, bots: '1' })
      await page.getByText('下载数据').first().waitFor()
      await rowOf(page, '113.87.160.*').first().waitFor()
      await page.getByText('指标怎么算').click()
      await checkAccessibility(page, 'visitors of a link')
      await toVisitor(page, { by: 'minute' })
      await page.getByRole('figure', { name: '访问次数' }).waitFor()
      await checkAccessibility(page, 'visitors of all links')
    },
    options,
  ),
)
