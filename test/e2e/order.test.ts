import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openSite } from '#test/support/site.ts'
import { checkAccessibility, chooseAct, heading, openAsStaff, openSignedIn, rowOf, untilFocused, viewsOf } from '#test/support/visit.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const site = openSite()
const { at } = site

const orders = '/system/finance/order'
interface OrderFacts {
  state: string
  orderNumber: string
  amountHao: number
}
const ordersOf = async (page: Page) =>
  ((await (await page.request.get(`${site.addresses.console}/api/orders/list?pageSize=100`)).json()) as { rows: OrderFacts[] }).rows
const balanceOf = async (page: Page) =>
  z.looseObject({ availableHao: z.number() }).parse(await (await page.request.get(`${site.addresses.console}/api/packages/remains`)).json())
    .availableHao
const control = (what: string, body: unknown) =>
  fetch(`${site.addresses.payment}/api/${what}`, { method: 'POST', body: JSON.stringify(body) })
const agree = (page: Page) => page.getByRole('checkbox', { name: '我已阅读并同意购买须知与退款规则' }).check()
const staff = (page: Page, login: string, path: string) =>
  openAsStaff(page, site.addresses.admin + path, { login, password: site.addresses.demo.admin.password })
const dialog = (page: Page) => page.getByRole('dialog')

test('a package is ordered and paid at Alipay, and credited at once; the order shows it and the balance is unchanged', () =>
  at('customer', '/sms/combo/purchase?id=3001', async page => {
    const before = await balanceOf(page)
    await page.getByRole('radio', { name: '支付宝' }).check()
    await agree(page)
    await page.getByRole('button', { name: '用支付宝支付 ¥240.00' }).dblclick()
    await heading(page, '支付订单').waitFor()
    const [cashier] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: '打开支付宝付款' }).click()])
    await cashier.getByRole('button', { name: '确认付款' }).click()
    await cashier.getByText('支付成功，套餐现在就可以使用').waitFor()
    await page.getByText('支付成功，套餐现在就可以使用').waitFor()
    expect(await balanceOf(page)).toBe(before)
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('link', { name: '跳到主要内容' }).isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })
    expect(await page.getByRole('link', { name: '跳到主要内容' }).isVisible()).toBe(true)
    await page.getByRole('link', { name: '订单详情' }).click()
    await dialog(page).getByText('支付成功，套餐已生效').waitFor()
    expect((await ordersOf(page))[0]).toMatchObject({ state: 'paid', amountHao: 2_400_000 })
    // The printed page shows the open detail alone.
    await page.emulateMedia({ media: 'print' })
    expect(await dialog(page).getByText('支付成功，套餐已生效').isVisible()).toBe(true)
    expect(await page.locator('#main').isVisible()).toBe(false)
  }))

test('a slow network makes one order, however often the button is pressed before the answer or the next page arrives', () =>
  at(
    'customer',
    '/sms/combo/purchase?id=3001',
    async page => {
      const had = (await ordersOf(page)).length
      await page.getByRole('radio', { name: '支付宝' }).check()
      await agree(page)
      let asked = 0
      const { promise: answering, resolve: answer } = Promise.withResolvers<void>()
      const { promise: loading, resolve: load } = Promise.withResolvers<void>()
      await page.route('**/api/orders/create', async route => {
        asked += 1
        await answering
        await route.continue()
      })
      await page.route('**/assets/**', route => loading.then(() => route.continue()))
      const pay = page.getByRole('button', { name: /用支付宝支付/ })
      await pay.dblclick()
      await page.keyboard.press('Enter')
      const nextPage = page.waitForRequest('**/assets/**')
      answer()
      await nextPage
      await pay.focus()
      for (const key of ['Enter', 'Enter', 'Space']) await page.keyboard.press(key)
      load()
      await heading(page, '支付订单').waitFor()
      expect(asked).toBe(1)
      expect(await ordersOf(page)).toHaveLength(had + 1)
    },
    { isFirst: true },
  ))

test('an order started with WeChat Pay is paid from the balance on another day, and its first payment is closed', () =>
  at('customer', '/sms/combo/purchase?id=3001', async page => {
    await page.getByRole('radio', { name: '微信支付' }).check()
    await agree(page)
    await page.getByRole('button', { name: '用微信支付 ¥240.00' }).click()
    await page.getByRole('img', { name: '微信支付二维码' }).waitFor()
    const trade = firstOrThrow(
      z.array(z.looseObject({ tradeNumber: z.string() })).parse(await (await fetch(`${site.addresses.payment}/api/trades`)).json()),
    )
    await page.goto(`${site.addresses.console}${orders}`)
    const { orderNumber } = firstOrThrow(await ordersOf(page))
    await rowOf(page, orderNumber).getByRole('button', { name: '去支付' }).click()
    await page.getByRole('button', { name: '换一种支付方式' }).click()
    await page.getByRole('radio', { name: /^余额/ }).check()
    const before = await balanceOf(page)
    await page.getByRole('button', { name: '用余额支付 ¥240.00' }).click()
    await page.getByText('支付成功，套餐现在就可以使用').waitFor()
    expect(await balanceOf(page)).toBe(before - 2_400_000)
    expect(await (await control('pay', { paymentMethod: 'wechat', tradeNumber: trade.tradeNumber })).json()).toEqual({ isPaid: false })
  }))

test('a canceled order costs nothing; an account without money cannot pay from the balance', () =>
  at('empty', '/sms/combo/purchase?id=1001', async page => {
    await page.getByRole('radio', { name: '微信支付' }).check()
    await agree(page)
    await page.getByRole('button', { name: '用微信支付 ¥450.00' }).click()
    await page.getByRole('button', { name: '换一种支付方式' }).click()
    await page.getByRole('radio', { name: /^余额/ }).check()
    await page.getByText('还差 ¥450.00').waitFor()
    await expect.poll(() => page.getByRole('button', { name: '用余额支付 ¥450.00' }).isDisabled()).toBe(true)
    const cancel = page.getByRole('button', { name: '取消订单' })
    await cancel.press('Enter')
    await dialog(page).waitFor()
    await page.keyboard.press('Escape')
    // Closing the dialog returns the focus to the button, also by keys.
    await untilFocused(cancel)
    await cancel.press('Enter')
    await dialog(page).getByRole('button', { name: '取消订单' }).click()
    await page.getByText('已取消', { exact: true }).waitFor()
    expect((await ordersOf(page))[0]).toMatchObject({ state: 'cancelled' })
    await page.goto(`${site.addresses.console}${orders}`)
    await rowOf(page, '行业短信 1万条').getByText('已取消').waitFor()
  }))

test('an unused package is returned with the sum shown before; staff agree, and the balance is credited', () =>
  at('customer', '/sms/combo/purchase?id=3001', async page => {
    await agree(page)
    await page.getByRole('button', { name: '用余额支付 ¥240.00' }).click()
    await page.getByText('购买成功').waitFor()
    const before = await balanceOf(page)
    await page.getByText(firstOrThrow(await ordersOf(page)).orderNumber, { exact: true }).waitFor()
    await page.getByRole('link', { name: '查看订单' }).click()
    await dialog(page).getByRole('button', { name: '申请退款' }).click()
    const asking = page.getByRole('dialog', { name: /^申请退款/ })
    await asking.getByText('全额退款').waitFor()
    await asking.getByRole('button', { name: '申请退款 ¥240.00' }).click()
    await asking.getByText('退款原因不能少于2个字').waitFor()
    await asking.getByLabel('退款原因').fill('买错了类型')
    await asking.getByRole('button', { name: '申请退款 ¥240.00' }).click()
    await page.getByText('退款申请已提交').waitFor()
    const { orderNumber } = firstOrThrow(await ordersOf(page))
    await site.visit(async office => {
      await staff(office, 'finance', '/refunds')
      await rowOf(office, orderNumber).getByRole('button', { name: '同意' }).click()
      await dialog(office).getByText('¥240.00退回“云栈集市科技有限公司（演示）”的余额').waitFor()
      await dialog(office).getByRole('button', { name: '退款 ¥240.00' }).click()
      await office.getByText('已退款到客户余额').waitFor()
    })
    await page.reload()
    await dialog(page).getByText('退款已到账户余额').waitFor()
    expect(await balanceOf(page)).toBe(before + 2_400_000)
  }))

test('a correction is requested by one person and approved by another; its author cannot approve it', () =>
  site.visit(async page => {
    await staff(page, 'finance', '/customers')
    await page.getByRole('button', { name: '云栈集市（演示）', exact: true }).click()
    await chooseAct(page, '调账')
    const form = page.getByRole('dialog', { name: /调账/ })
    await form.getByLabel('金额').fill('12.34')
    await form.getByLabel('原因').fill('活动返还')
    await form.getByRole('button', { name: '提交复核' }).click()
    await page.getByText('调账申请已提交').waitFor()
    await page.goto(`${site.addresses.admin}/approvals`)
    await rowOf(page, '¥12.34').getByRole('button', { name: '撤回' }).waitFor()
    expect(await rowOf(page, '¥12.34').getByRole('button', { name: '通过' }).count()).toBe(0)
    await site.visit(async colleague => {
      await staff(colleague, 'admin', '/approvals')
      const row = rowOf(colleague, '¥12.34')
      await row.waitFor()
      // By keys alone: from row to row, into its detail, and to the confirmation.
      while (!(await row.evaluate(one => one === document.activeElement))) await colleague.keyboard.press('j')
      await colleague.keyboard.press('Enter')
      await dialog(colleague).getByText('将要执行的内容').waitFor()
      await dialog(colleague).getByText('活动返还').waitFor()
      await colleague.keyboard.press('a')
      await colleague
        .getByRole('dialog', { name: /^通过：/ })
        .getByRole('button', { name: /通\s?过/ })
        .click()
      await colleague.getByText('已通过').first().waitFor()
    })
    await page.goto(`${site.addresses.admin}/approvals?state=approved`)
    await rowOf(page, '¥12.34').getByText('管理员（演示）').waitFor()
  }))

test.each(viewsOf(import.meta.filename))(
  'orders, payment and the back office are accessible and never scroll sideways at $width px',
  options =>
    site.visit(async page => {
      await openSignedIn(page, `${site.addresses.console}${orders}`, site.addresses.demo.customer)
      await heading(page, '订单').waitFor()
      await rowOf(page, '已支付').first().getByRole('button', { name: '详情' }).waitFor()
      await checkAccessibility(page, 'orders')
      await rowOf(page, '已支付').first().getByRole('button', { name: '详情' }).click()
      await dialog(page).getByText('支付成功，套餐已生效').waitFor()
      await checkAccessibility(page, 'order')
      await page.goto(`${site.addresses.console}${orders}?state=waiting`)
      await page.getByRole('button', { name: '去支付' }).first().click()
      await page.getByText('订单为您保留到').waitFor()
      await checkAccessibility(page, 'payment')
      await staff(page, 'admin', '/orders')
      await heading(page, '订单').waitFor()
      for (const [path, title] of [
        ['/orders', '订单'],
        ['/refunds', '退款审核'],
        ['/approvals', '复核'],
      ] as const) {
        await page.goto(site.addresses.admin + path)
        await heading(page, title).waitFor()
        await page.getByRole('row').nth(1).waitFor()
        await checkAccessibility(page, path)
      }
    }, options),
)
