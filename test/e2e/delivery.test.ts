import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '#test/support/browser.ts'
import { type Platform, startPlatform } from '#test/support/platform.ts'

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

/** A page of its own, signed in; scripts that throw and violations of the content policy fail the test. */
async function visit(
  who: 'customer' | 'empty',
  address: string,
  work: (page: Page) => Promise<void>,
  options: { width?: number; dark?: boolean } = {},
): Promise<void> {
  const context = await browser.newContext({
    locale: 'zh-CN',
    viewport: { width: options.width ?? 1440, height: 900 },
    colorScheme: options.dark ? 'dark' : 'light',
  })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  page.on('console', message => {
    if (/Content Security Policy/.test(message.text())) errors.push(message.text())
  })
  const { console: base, demo } = platform.addresses
  expect((await context.request.post(`${base}/api/sign-in`, { data: demo[who] })).status()).toBe(200)
  await page.goto(base + address)
  await work(page)
  await context.close()
  expect(errors).toEqual([])
}

const rows = (page: Page) => page.locator('tbody tr')
const words = async (page: Page) => (await rows(page).allInnerTexts()).join('\n')

test('a failed message is found, explained to its refund, revealed, its number blocked, and the way back keeps the filter', () =>
  visit('customer', '/sms/delivery', async page => {
    await page.getByText('成功', { exact: true }).first().waitFor()
    await page.getByRole('combobox', { name: '状态' }).click()
    await page.locator('.ant-select-item-option').getByText('全部失败', { exact: true }).click()
    await page.waitForURL(/state=failed/)
    await expect.poll(() => words(page)).not.toContain('成功')
    await rows(page).first().getByRole('button', { name: '详情' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('提交给运营商').waitFor()
    await drawer.getByText('已退回').waitFor()
    await drawer.getByRole('button', { name: '显示完整号码' }).click()
    await drawer.getByText(/^1\d{10}$/).waitFor()
    await drawer.getByRole('button', { name: '加入黑名单' }).click()
    await page.getByRole('tooltip').getByRole('button', { name: '加入黑名单' }).click()
    await drawer.getByText('该号码在黑名单中').waitFor()
    await page.reload()
    await drawer.getByText('已退回').waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    expect(page.url()).toContain('state=failed')
    await page.getByRole('button', { name: '重置' }).click()
    await page.waitForURL(url => !url.search.includes('state'))
  }))

test('pages turn by cursor and back; what is no number is told before it is asked', () =>
  visit('customer', '/sms/delivery', async page => {
    await rows(page).nth(19).getByRole('button').waitFor()
    const first = await words(page)
    await page.getByRole('button', { name: '下一页' }).click()
    await page.waitForURL(/cursor=/)
    await expect.poll(() => words(page)).not.toBe(first)
    await page.getByRole('button', { name: '上一页' }).click()
    await page.waitForURL(url => !url.search.includes('cursor'))
    const phone = page.getByRole('textbox', { name: '手机号' })
    await phone.fill('12345')
    await phone.press('Enter')
    await page.getByText('请输入11位手机号，或后4位').waitFor()
    expect(page.url()).not.toContain('phone')
    await phone.fill('0001')
    await phone.press('Enter')
    await page.getByText('没有符合条件的内容').waitFor()
  }))

test('a reply leads to the message it answers', () =>
  visit('customer', '/sms/delivery?tab=inbound', async page => {
    await page.getByText('已退订').first().waitFor()
    await page.getByRole('link', { name: '查看短信' }).first().click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('收到的回复').waitFor()
    await drawer.getByText('云栈优选').first().waitFor()
  }))

test('home tells what needs attention, and its numbers lead to their messages', () =>
  visit('customer', '/system/home', async page => {
    await page.getByText('1 个签名未通过审核').waitFor()
    await page.getByText('“通用短信体验包”').waitFor()
    await page.getByText('周末会员专场').waitFor()
    await page.getByRole('figure', { name: '近14天发送' }).waitFor()
    await page.getByRole('link', { name: /今日未成功/ }).click()
    await page.waitForURL(/\/sms\/delivery\?.*state=failed/)
  }))

test('a new account sees its first steps and no empty promises', () =>
  visit('empty', '/system/home', async page => {
    await page.getByText('共 4 步，已完成 0 步').waitFor()
    await page.getByRole('link', { name: '申请签名' }).click()
    await page.waitForURL(/\/sms\/signature/)
  }))

test.each([
  { width: 1440, dark: false },
  { width: 390, dark: true },
])('home, messages, a message and replies are accessible and never scroll sideways at $width px', options =>
  visit(
    'customer',
    '/system/home',
    async page => {
      const look = async () => {
        const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze()
        expect(violations.map(violation => `${violation.id}: ${violation.nodes[0]?.html}`)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      }
      const { console: base } = platform.addresses
      await page.getByText('周末会员专场').waitFor()
      await look()
      await page.goto(`${base}/sms/delivery?state=failed`)
      await rows(page).first().getByRole('button').waitFor()
      await look()
      await rows(page).first().getByRole('button', { name: '详情' }).click()
      await page.getByRole('dialog').getByText('已退回').waitFor()
      await page.evaluate(() => Promise.all(document.getAnimations().map(animation => animation.finished)))
      await look()
      await page.goto(`${base}/sms/delivery?tab=inbound`)
      await page.getByText('已退订').first().waitFor()
      await look()
    },
    options,
  ),
)
