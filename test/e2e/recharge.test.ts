import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSite } from '#test/support/site.ts'
import { checkLooks, heading, type Look, looksOf, openSignedIn, rowOf } from '#test/support/visit.ts'

const site = openSite()

const path = '/system/finance/recharge'
/** The page, signed in to the demo account. */
const at = (query: string, work: (page: Page) => Promise<void>, look: Look = {}) =>
  site.visit(async page => {
    await openSignedIn(page, `${site.addresses.console}${path}${query}`, site.addresses.demo.customer)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await work(page)
  }, look)

const balanceOf = async (page: Page) =>
  ((await (await page.request.get(`${site.addresses.console}/api/packages/remains`)).json()) as { availableHao: number }).availableHao
const control = (what: string, body: unknown) =>
  fetch(`${site.addresses.payment}/api/${what}`, { method: 'POST', body: JSON.stringify(body) })

test('a sum is paid on the page of Alipay, and the console sees it without being asked', () =>
  at('', async page => {
    const before = await balanceOf(page)
    await page.getByRole('textbox', { name: '充值金额' }).fill('01')
    await page.getByText('请输入0.01~9999999范围内的数字，最多两位小数').waitFor()
    await page.getByRole('textbox', { name: '充值金额' }).fill('88.8')
    await page.getByRole('radio', { name: '支付宝' }).check()
    await page.getByRole('button', { name: '去支付 ¥88.80' }).dblclick()
    const [cashier] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: '打开支付宝付款' }).click()])
    await cashier.getByText('¥88.80').waitFor()
    await cashier.getByRole('button', { name: '确认付款' }).click()
    await cashier.getByText('充值成功，已到账').waitFor()
    await page.getByText('充值成功，已到账').waitFor()
    expect(await balanceOf(page)).toBe(before + 888_000)
    await page.getByRole('link', { name: '充值记录' }).click()
    await heading(page, '充值记录').waitFor()
    await rowOf(page, '¥88.80').getByText('已到账').waitFor()
    await expect.poll(() => page.getByText('¥88.80').count()).toBe(1)
  }))

test('a WeChat payment that nobody told of is found when the payer asks; one that is given up is closed at the gateway', () =>
  at('', async page => {
    await control('notices', { mode: 'none' })
    const before = await balanceOf(page)
    await page.getByRole('button', { name: '100 元', exact: true }).click()
    await page.getByRole('radio', { name: '微信支付' }).check()
    await page.getByRole('button', { name: '去支付' }).click()
    await page.getByRole('img', { name: '微信支付二维码' }).waitFor()
    await page.getByRole('button', { name: '已付款，查询到账' }).click()
    await page.getByText('支付通道还没有收到付款').waitFor()
    const [waiting] = (await (await fetch(`${site.addresses.payment}/api/trades`)).json()) as { tradeNumber: string }[]
    await control('pay', { channel: 'wechat', tradeNumber: waiting!.tradeNumber })
    await page.getByRole('button', { name: '已付款，查询到账' }).click()
    await page.getByText('充值成功，已到账').waitFor()
    expect(await balanceOf(page)).toBe(before + 1_000_000)
    await page.getByRole('link', { name: '继续充值' }).click()
    await page.getByRole('button', { name: '去支付' }).click()
    await page.getByRole('button', { name: '取消充值' }).click()
    await page.getByText('已关闭').waitFor()
    expect(await balanceOf(page)).toBe(before + 1_000_000)
    await control('notices', { mode: 'normal' })
  }))

test.each(looksOf(import.meta.filename))('form, waiting payment and records are accessible and never scroll sideways at $width px', look =>
  at(
    '',
    async page => {
      await checkLooks(page, 'form')
      await page.getByRole('radio', { name: '微信支付' }).check()
      await page.getByRole('button', { name: '去支付' }).click()
      await page.getByRole('img', { name: '微信支付二维码' }).waitFor()
      await checkLooks(page, 'waiting')
      await page.getByRole('link', { name: '充值记录' }).click()
      await heading(page, '充值记录').waitFor()
      await page.getByText('待支付').first().waitFor()
      await checkLooks(page, 'records')
    },
    look,
  ),
)
