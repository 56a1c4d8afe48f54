import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '#test/support/browser.ts'
import { type Platform, startPlatform } from '#test/support/platform.ts'
import { checkLooks, heading, type Look, openSignedIn, rowOf, visit } from '#test/support/visit.ts'

let platform: Platform
let browser: Browser

beforeAll(async () => {
  platform = await startPlatform()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

/** A page of the console, signed in to a demo account. */
const at = (who: 'customer' | 'empty', path: string, work: (page: Page) => Promise<void>, look: Look = {}) =>
  visit(
    browser,
    async page => {
      await openSignedIn(page, platform.addresses.console + path, platform.addresses.demo[who])
      await page.getByRole('heading', { level: 1 }).waitFor()
      await work(page)
    },
    look,
  )

interface Remains {
  availableHao: number
  whenEmpty: string
}
const remainsOf = async (page: Page) =>
  (await (await page.request.get(`${platform.addresses.console}/api/packages/remains`)).json()) as Remains
const packagesOf = async (page: Page) =>
  ((await (await page.request.get(`${platform.addresses.console}/api/packages?pageSize=100`)).json()) as { rows: { name: string }[] }).rows
const pay = (page: Page) => page.getByRole('button', { name: /^用余额支付/ })

test('a package is chosen, bought twice by a double click, there once, and the balance is lower by its price', () =>
  at('customer', '/sms/combo', async page => {
    const before = await remainsOf(page)
    const had = (await packagesOf(page)).length
    await page.getByRole('link', { name: '购买套餐' }).click()
    await heading(page, '购买短信套餐').waitFor()
    await pay(page).click()
    await page.getByText('请选择套餐').waitFor()
    await page.getByRole('radio', { name: '通用短信 5000条' }).check()
    await page.getByText('请选择套餐').waitFor({ state: 'detached' })
    await page.getByRole('spinbutton', { name: '数量' }).fill('2')
    await page.getByText('10,000条', { exact: true }).waitFor()
    await page.getByRole('button', { name: '用余额支付 ¥480.00' }).dblclick()
    await page.getByText('购买成功').waitFor()
    expect((await remainsOf(page)).availableHao).toBe(before.availableHao - 4_800_000)
    expect(await packagesOf(page)).toHaveLength(had + 1)
    await page.getByRole('link', { name: '查看我的套餐' }).click()
    const row = rowOf(page, '购买 ×2')
    await row.getByText('通用短信 5000条').waitFor()
    await row.getByText('¥480.00').waitFor()
    await page.getByRole('button', { name: '已过期' }).click()
    await page.getByText('没有符合条件的内容').waitFor()
  }))

test('who has no money is told how much is missing and what to do; nothing is bought', () =>
  at('empty', '/sms/combo', async page => {
    await heading(page, '还没有短信套餐', 2).waitFor()
    await page.getByRole('link', { name: '购买套餐' }).first().click()
    await page.getByRole('radio', { name: '行业短信 10万条' }).check()
    await page.getByText('余额还差 ¥4,000.00').waitFor()
    await page.getByText('请联系平台客服人工充值').waitFor()
    await expect.poll(() => pay(page).isDisabled()).toBe(true)
    expect(await packagesOf(page)).toEqual([])
  }))

test('a balance that was spent meanwhile: the refusal asks the balance anew and says what is missing', () =>
  at('customer', '/sms/combo/purchase?id=1001', async page => {
    const { console: base } = platform.addresses
    const order = { packageId: '3001', quantity: 1 }
    const { availableHao } = await remainsOf(page)
    await page.getByRole('button', { name: '用余额支付 ¥450.00' }).waitFor()
    const most = Math.floor(availableHao / 2_400_000)
    const headers = { 'idempotency-key': 'spent-in-another-tab', origin: base }
    const spent = await page.request.post(`${base}/api/packages/purchase`, { data: { ...order, quantity: most }, headers })
    expect(spent.status()).toBe(200)
    const left = availableHao - most * 2_400_000
    await pay(page).click()
    await page.getByText(`余额还差 ¥${((4_500_000 - left) / 10_000).toFixed(2)}`).waitFor()
    expect((await remainsOf(page)).availableHao).toBe(left)
  }))

test('what happens when packages are used up is changed at once and kept', () =>
  at('empty', '/sms/combo', async page => {
    // It is marked when the server has said yes.
    await page.getByRole('radio', { name: /用尽停发/ }).click()
    await page.getByText('已改为：套餐用完后停止发送').waitFor()
    await page.reload()
    await expect.poll(() => page.getByRole('radio', { name: /用尽停发/ }).isChecked()).toBe(true)
    expect((await remainsOf(page)).whenEmpty).toBe('stop')
  }))

test.each([
  { width: 1440, dark: false },
  { width: 390, dark: true },
])('both are accessible and never scroll sideways at $width px', options =>
  at(
    'customer',
    '/sms/combo',
    async page => {
      for (const screen of ['/sms/combo', '/sms/combo/purchase?id=1003']) {
        await page.goto(platform.addresses.console + screen)
        await page.getByRole('radio').first().waitFor()
        await page.waitForLoadState('networkidle')
        await checkLooks(page, screen)
      }
    },
    options,
  ),
)
