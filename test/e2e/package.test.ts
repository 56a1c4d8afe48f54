import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openSite } from '#test/support/site.ts'
import { checkAccessibility, choose, heading, openAsStaff, rowOf, untilFocused, viewsOf } from '#test/support/visit.ts'

const common = {
  startsAt: '2026-01-01T00:00:00+08:00',
  endsAt: '2099-01-01T00:00:00+08:00',
  totalLimit: null,
  accountLimit: null,
  packageIds: [],
}
const coupons = [
  { ...common, code: 'TENTH', name: '套餐九折', kind: 'percent', off: '10', minimum: '1' },
  { ...common, code: 'LARGE500', name: '满五百减五十', kind: 'amount', off: '50', minimum: '500' },
]
const site = openSite({
  prepare: async ({ visit, addresses }) =>
    visit(async ({ request }) => {
      const { admin: base, demo } = addresses
      await request.post(`${base}/api/admin/sign-in`, {
        data: { login: 'finance', password: demo.admin.password },
        headers: { origin: base },
      })
      for (const coupon of coupons) {
        const headers = { origin: base, 'idempotency-key': `coupon-${coupon.code}` }
        const made = await request.post(`${base}/api/admin/coupons/create`, { data: { ...coupon, reason: '浏览器测试' }, headers })
        expect(made.status()).toBe(200)
      }
    }),
})

const { at } = site

interface Remaining {
  availableHao: number
  whenEmpty: string
}
const remainingOf = async (page: Page) =>
  (await (await page.request.get(`${site.addresses.console}/api/packages/remains`)).json()) as Remaining
const packagesOf = async (page: Page) =>
  z
    .looseObject({ rows: z.array(z.looseObject({ name: z.string() })) })
    .parse(await (await page.request.get(`${site.addresses.console}/api/packages?pageSize=100`)).json()).rows
const pay = (page: Page) => page.getByRole('button', { name: /^用余额支付/ })

test('a package is chosen and bought by a double click: credited once, and the balance is lower by its price', () =>
  at('customer', '/sms/combo', async page => {
    const before = await remainingOf(page)
    const had = (await packagesOf(page)).length
    await page.getByRole('link', { name: '购买套餐' }).click()
    await heading(page, '购买短信套餐').waitFor()
    await pay(page).click()
    await page.getByText('请选择套餐').waitFor()
    await page.getByRole('radio', { name: '通用短信 5000条' }).check()
    await page.getByText('请选择套餐').waitFor({ state: 'detached' })
    await page.getByRole('spinbutton', { name: '数量' }).fill('2')
    await page.getByText('10,000条', { exact: true }).waitFor()
    await pay(page).click()
    await page.getByText('请先同意购买须知与退款规则').waitFor()
    await page.getByRole('checkbox', { name: '我已阅读并同意购买须知与退款规则' }).check()
    await page.getByRole('button', { name: '用余额支付 ¥480.00' }).dblclick()
    await page.getByText('购买成功').waitFor()
    expect((await remainingOf(page)).availableHao).toBe(before.availableHao - 4_800_000)
    expect(await packagesOf(page)).toHaveLength(had + 1)
    await page.getByRole('link', { name: '查看我的套餐' }).click()
    const row = rowOf(page, '购买 ×2')
    await row.getByText('通用短信 5000条').waitFor()
    await row.getByText('¥480.00').waitFor()
    await page.getByRole('button', { name: '已过期' }).click()
    await page.getByText('没有符合条件的内容').waitFor()
  }))

test('a package of free size shows the price of its tier, and that more can cost less; then it is bought', () =>
  at('customer', '/sms/combo/purchase', async page => {
    const before = await remainingOf(page)
    await page.getByRole('radio', { name: '行业短信 自定义' }).check()
    const count = page.getByRole('spinbutton', { name: '自定义条数' })
    await count.fill('1500')
    await page.getByText('请填写1,000-9,999,000之间1,000的倍数').waitFor()
    await pay(page).click()
    await count.fill('95000')
    await page.getByText('“行业短信 10万条”100,000条只要 ¥4,000.00，更划算。').waitFor()
    await count.fill('3000')
    await page.getByText('更划算').waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: '我已阅读并同意购买须知与退款规则' }).check()
    await page.getByRole('button', { name: '用余额支付 ¥135.00' }).click()
    await page.getByText('购买成功').waitFor()
    expect((await remainingOf(page)).availableHao).toBe(before.availableHao - 1_350_000)
    await page.getByRole('link', { name: '查看订单' }).click()
    await page.getByRole('dialog').getByText('行业短信 自定义 3,000条').first().waitFor()
  }))

test('a coupon lowers a package’s price: an inapplicable one says why, an applicable one is in the price and in the order', () =>
  at('customer', '/sms/combo/purchase?id=3001', async page => {
    await page.getByRole('button', { name: '用余额支付 ¥240.00' }).waitFor()
    const code = page.getByRole('textbox', { name: '优惠码' })
    await code.fill('large500')
    await page.getByRole('button', { name: '使用', exact: true }).click()
    await page.getByText('优惠码满¥500.00可用').waitFor()
    await page.getByRole('checkbox', { name: '我已阅读并同意购买须知与退款规则' }).check()
    await page.getByRole('button', { name: '用余额支付', exact: true }).click()
    await untilFocused(code)
    await page.getByRole('spinbutton', { name: '数量' }).fill('3')
    await page.getByRole('button', { name: '用余额支付 ¥670.00' }).waitFor()
    await page.getByRole('spinbutton', { name: '数量' }).fill('1')
    await code.fill('tenth')
    await page.getByRole('button', { name: '使用', exact: true }).click()
    await page.getByText('“套餐九折”已使用，减 ¥24.00').waitFor()
    await page.getByRole('button', { name: '用余额支付 ¥216.00' }).click()
    await page.getByText('购买成功').waitFor()
    await page.getByRole('link', { name: '查看订单' }).click()
    await page.getByRole('dialog').getByText('TENTH（套餐九折）¥24.00').waitFor()
  }))

test('staff create a coupon, whose code is unique, see its uses, and disable it', () =>
  site.visit(async page => {
    const { password } = site.addresses.demo.admin
    await openAsStaff(page, `${site.addresses.admin}/packages?view=coupons`, { login: 'finance', password })
    await rowOf(page, 'TENTH').getByRole('button', { name: '详情' }).click()
    await page.getByRole('dialog').getByText('套餐九折').first().waitFor()
    await page.getByRole('button', { name: '关闭' }).click()
    await page.getByRole('button', { name: '新建优惠码' }).click()
    const dialog = page.getByRole('dialog', { name: '新建优惠码' })
    await dialog.getByLabel('优惠码', { exact: true }).fill('tenth')
    await dialog.getByLabel('名称').fill('双十二满减')
    await dialog.getByLabel('优惠', { exact: true }).fill('20')
    await dialog.getByLabel('最低消费').fill('20')
    await dialog.getByLabel('开始时间').fill('2026-01-01T00:00')
    await dialog.getByLabel('结束时间').fill('2099-01-01T00:00')
    await dialog.getByLabel('原因').fill('双十二活动')
    await dialog.getByRole('button', { name: /新\s*建/ }).click()
    await dialog.getByText('须大于优惠的金额').waitFor()
    await dialog.getByLabel('最低消费').fill('200')
    await dialog.getByRole('button', { name: /新\s*建/ }).click()
    await dialog.getByText('该优惠码已被使用，请换一个').first().waitFor()
    await dialog.getByLabel('优惠码', { exact: true }).fill('DOUBLE12')
    await dialog.getByRole('button', { name: /新\s*建/ }).click()
    await rowOf(page, 'DOUBLE12').getByText('满¥200.00减¥20.00').waitFor()
    await rowOf(page, 'DOUBLE12').getByRole('button', { name: '停用' }).click()
    const stop = page.getByRole('dialog', { name: '停用优惠码DOUBLE12' })
    await stop.getByLabel('原因').fill('活动取消')
    await stop.getByRole('button', { name: /停\s*用/ }).click()
    await rowOf(page, 'DOUBLE12').getByText('已停用').waitFor()
    await checkAccessibility(page, '/packages?view=coupons')
  }))

test('an account without money is told how much is missing and what to do; nothing is bought', () =>
  at('empty', '/sms/combo', async page => {
    await heading(page, '还没有短信套餐', 2).waitFor()
    const purchase = page.getByRole('link', { name: '购买套餐' }).first()
    // A link that looks like a button.
    expect(await purchase.evaluate(link => getComputedStyle(link).textDecorationLine)).toBe('none')
    await purchase.click()
    await page.getByRole('radio', { name: '行业短信 10万条' }).check()
    await page.getByText('余额还差 ¥4,000.00').waitFor()
    await expect.poll(() => pay(page).isDisabled()).toBe(true)
    // The drawer of broadcasts recharges it here too.
    await page.getByRole('button', { name: '补足 ¥4,000.00' }).click()
    const drawer = page.getByRole('dialog', { name: '补足费用' })
    await expect.poll(() => drawer.getByRole('textbox', { name: '充值金额' }).inputValue()).toBe('4000.00')
    await page.keyboard.press('Escape')
    expect(await packagesOf(page)).toEqual([])
  }))

test('a balance that was spent meanwhile: the refusal reloads the balance and says what is missing', () =>
  at('customer', '/sms/combo/purchase?id=1001', async page => {
    const { console: base } = site.addresses
    const order = { packageId: '3001', quantity: 1 }
    const { availableHao } = await remainingOf(page)
    await page.getByRole('button', { name: '用余额支付 ¥450.00' }).waitFor()
    const most = Math.floor(availableHao / 2_400_000)
    const headers = { 'idempotency-key': 'spent-in-another-tab', origin: base }
    const spent = await page.request.post(`${base}/api/packages/purchase`, { data: { ...order, quantity: most }, headers })
    expect(spent.status()).toBe(200)
    const left = availableHao - most * 2_400_000
    await page.getByRole('checkbox', { name: '我已阅读并同意购买须知与退款规则' }).check()
    await pay(page).click()
    await page.getByText(`余额还差 ¥${((4_500_000 - left) / 10_000).toFixed(2)}`).waitFor()
    expect((await remainingOf(page)).availableHao).toBe(left)
  }))

test('the choice for used-up packages is changed at once and saved', () =>
  at('empty', '/sms/combo', async page => {
    // The radio is checked when the server has confirmed.
    await page.getByRole('radio', { name: /用尽停发/ }).click()
    await page.getByText('已改为：套餐用完后停止发送').waitFor()
    await page.reload()
    await page.getByRole('radio', { name: /用尽停发/ }).waitFor()
    await expect.poll(() => page.getByRole('radio', { name: /用尽停发/ }).isChecked()).toBe(true)
    expect((await remainingOf(page)).whenEmpty).toBe('stop')
  }))

test('automatic renewal of a package is set with a price cap, refused below its price, and ended', () =>
  at('customer', '/sms/combo', async page => {
    await page.getByRole('button', { name: '设置行业套餐的自动续购' }).click()
    const form = page.getByRole('dialog', { name: '行业套餐自动续购' })
    await form.getByRole('button', { name: /保\s*存/ }).click()
    await form.getByText('请选择套餐').nth(1).waitFor()
    await choose(page, '购买哪个套餐', '行业短信 1万条，10,000条，¥450.00')
    await form.getByLabel('余量低于多少条时购买').fill('1')
    await form.getByLabel('每月最多自动购买（元）').fill('449.99')
    await form.getByRole('button', { name: /保\s*存/ }).click()
    await form.getByText('每月上限不能低于套餐价格').waitFor()
    await form.getByLabel('每月最多自动购买（元）').fill('900')
    await form.getByRole('button', { name: /保\s*存/ }).click()
    await page.getByText('行业套餐低于1条时，购买“行业短信 1万条”（¥450.00）').waitFor()
    await page.getByText('本月已自动续购¥0.00，每月最多¥900.00').waitFor()
    await page.getByRole('button', { name: '关闭行业套餐的自动续购' }).click()
    await page.getByRole('button', { name: '关闭续购' }).click()
    await page.getByText('行业套餐的自动续购已关闭').waitFor()
    await page.getByRole('button', { name: '关闭行业套餐的自动续购' }).waitFor({ state: 'detached' })
  }))

test.each(viewsOf(import.meta.filename))('package pages are accessible and never scroll sideways at $width px', options =>
  at(
    'customer',
    '/sms/combo',
    async page => {
      for (const screen of ['/sms/combo', '/sms/combo/purchase?id=1003']) {
        await page.goto(site.addresses.console + screen)
        await page.getByRole('radio').first().waitFor()
        await page.waitForLoadState('networkidle')
        await checkAccessibility(page, screen)
      }
    },
    options,
  ),
)
