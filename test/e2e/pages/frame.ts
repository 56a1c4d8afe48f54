import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { routes } from '#console/routes.tsx'
import { currentLoad, shiftOf, watchLoads } from '#test/support/page-load.ts'
import { openSite } from '#test/support/site.ts'
import { checkAccessibility, heading, untilFocused, untilStill } from '#test/support/visit.ts'

const site = openSite()
const { at } = site

const menu = (page: Page) => page.getByRole('navigation', { name: '功能' })
const entry = (page: Page, name: string) => menu(page).getByRole('link', { name })
const crumbs = (page: Page) => page.getByRole('navigation', { name: '当前位置' }).getByRole('listitem').allInnerTexts()

test('the menu fits the window, keeps its folded groups, and marks the entry of a tab and of a page below it', () =>
  at('customer', '/sms/template', async page => {
    expect(await entry(page, '模板与签名').getAttribute('aria-current')).toBe('page')
    expect(await menu(page).evaluate(box => box.scrollHeight <= box.clientHeight)).toBe(true)
    await page.getByRole('navigation', { name: '同组页面' }).getByRole('link', { name: '短信签名' }).click()
    await heading(page, '短信签名').waitFor()
    await expect.poll(() => entry(page, '模板与签名').getAttribute('aria-current')).toBe('true')
    expect(await crumbs(page)).toEqual(['首页', '素材与人群', '模板与签名', '短信签名'])
    await menu(page).getByRole('button', { name: '短链接' }).click()
    await page.goto(`${site.addresses.console}/sms/combo/purchase`)
    await heading(page, '购买短信套餐').waitFor()
    expect(await crumbs(page)).toEqual(['首页', '费用', '套餐', '短信套餐', '购买短信套餐'])
    expect(await entry(page, '套餐').getAttribute('aria-current')).toBe('true')
    expect(await menu(page).getByRole('button', { name: '短链接' }).getAttribute('aria-expanded')).toBe('false')
    expect(await entry(page, '访客统计').isVisible()).toBe(false)
    await page.goto(`${site.addresses.console}/sms/app-manage`)
    await page.getByRole('link', { name: '商城订单系统', exact: true }).click()
    await heading(page, '商城订单系统').waitFor()
    expect(await crumbs(page)).toEqual(['首页', '开发与监控', '应用', '应用管理', '商城订单系统'])
    await page.setViewportSize({ width: 1024, height: 900 })
    await expect.poll(() => crumbs(page)).toEqual(['应用管理', '商城订单系统'])
    await page.setViewportSize({ width: 390, height: 900 })
    await expect.poll(() => crumbs(page)).toEqual(['应用管理'])
    await page.setViewportSize({ width: 1440, height: 900 })
  }))

test('the pointer on a link requests its page', () =>
  at('customer', '/sms/template', async page => {
    const scriptCount = () =>
      page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length)
    await page.waitForLoadState('networkidle')
    const before = await scriptCount()
    await entry(page, '黑名单与退订').hover()
    await expect.poll(scriptCount).toBeGreaterThan(before)
    expect(new URL(page.url()).pathname).toBe('/sms/template')
  }))

test('search, help and balance are in the header; help explains the terms on the page; paper says whose it is', () =>
  at('customer', '/sms/delivery', async page => {
    const search = page.getByRole('banner').getByRole('button', { name: '搜索' })
    await search.press('Enter')
    await untilFocused(page.getByRole('dialog', { name: '搜索' }).getByRole('combobox'))
    await page.keyboard.press('Escape')
    await untilFocused(search)
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: '帮助' })
    await help.getByText('每一条短信的状态、回执和费用').waitFor()
    await help.getByRole('term').filter({ hasText: '到达率' }).waitFor()
    await help.getByRole('link', { name: '接口文档' }).waitFor()
    await checkAccessibility(page, '帮助')
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    await page.emulateMedia({ media: 'print' })
    await page.getByText('云栈集市科技有限公司（演示） · 打印于').waitFor()
    expect(await page.getByRole('link', { name: '跳到主要内容' }).isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^可用余额 ?¥/ })
      .click()
    await heading(page, '财务总览').waitFor()
  }))

test.each(['/sms/delivery', '/system/home'] as const)(
  'the frame and the head of %s are drawn before any script, not on visitors’ pages, and nothing jumps when the page takes over',
  path =>
    at('customer', path, async page => {
      await watchLoads(page)
      let held: Route[] | null = []
      await page.route('**/assets/**', route => (held ? void held.push(route) : route.continue()))
      await page.goto(`${site.addresses.console}/user/login`, { waitUntil: 'commit' })
      await page.locator('.hy-frame-side').waitFor({ state: 'hidden' })
      held = []
      await page.goto(site.addresses.console + path, { waitUntil: 'commit' })
      await page.locator('.hy-frame-side').waitFor()
      expect(await page.title()).toBe(`${routes[path].title} - 鸿雁`)
      const note = (await page.locator('.hy-frame-head p').innerText()).trim()
      expect(await menu(page).count()).toBe(0)
      const waiting = held
      held = null
      for (const route of waiting) await route.continue()
      await menu(page).waitFor()
      expect(await page.locator('main header p').innerText()).toBe(note)
      await page.waitForLoadState('networkidle')
      await untilStill(page)
      expect(shiftOf(await currentLoad(page))).toBeLessThanOrEqual(0.02)
    }),
)

test.each([
  ['/user/login', '登录', '账号'],
  ['/user/sms', '短信登录', '手机号'],
  ['/user/_registry', '注册', '登录名（选填）'],
  ['/user/recovery', '找回密码', '新密码'],
  ['/', '送达才收费', '试一试：这条短信计几条？'],
] as const)('%s is drawn before any script, and nothing jumps when the page takes over', (path, heading, label) =>
  site.visit(async page => {
    await watchLoads(page)
    const held: Route[] = []
    await page.route('**/assets/*.js', route => void held.push(route))
    await page.goto(`${site.addresses.console}${path}?redirect=%2Fnotice`, { waitUntil: 'commit' })
    const title = page.locator('h1').getByText(heading)
    await title.waitFor()
    await page.getByText(label, { exact: true }).waitFor()
    expect(await page.locator('[inert]').count()).toBe(1)
    // Another page is at the address of an invitation, or of a visit by staff.
    await page.goto(`${site.addresses.console}${path}?invite=1`, { waitUntil: 'commit' })
    await title.waitFor({ state: 'hidden' })
    await page.unroute('**/assets/*.js')
    await page.goto(site.addresses.console + path)
    await page.locator('[inert]').waitFor({ state: 'detached' })
    await page.getByLabel(label, { exact: true }).fill('1')
    await page.waitForLoadState('networkidle')
    expect(shiftOf(await currentLoad(page))).toBeLessThanOrEqual(0.001)
  }),
)

test('charts are as wide as their place, and as the sheet while they are printed', () =>
  at(
    'customer',
    '/system/home',
    async page => {
      const charts = page.locator('figure svg[role=img]')
      const widths = () => charts.evaluateAll(all => all.map(one => Number(one.getAttribute('width'))))
      await expect.poll(async () => (await widths()).map(width => width > 250 && width < 390)).toEqual([true, true])
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
      expect(await widths()).toEqual([669, 669])
      await page.evaluate(() => dispatchEvent(new Event('afterprint')))
      await expect.poll(async () => (await widths()).every(width => width < 390)).toBe(true)
    },
    { width: 390 },
  ))
