import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSite } from '#test/support/site.ts'
import { checkAccessibility, heading, openAsStaff, openSignedIn, rowOf, viewsOf } from '#test/support/visit.ts'

const site = openSite()

const { at } = site

const answerOf = async <Answer>(page: Page, path: string) =>
  (await (await page.request.get(site.addresses.console + path)).json()) as Answer
const balanceOf = async (page: Page) => (await answerOf<{ availableHao: number }>(page, '/api/packages/remains')).availableHao
const pay = (page: Page) => page.getByRole('button', { name: /^用余额支付/ })

test('a link package is chosen and bought from the balance; packages of messages are unchanged', () =>
  at('customer', '/shorturl/combo', async page => {
    const before = await balanceOf(page)
    const messages = await answerOf(page, '/api/packages?pageSize=100')
    await rowOf(page, '新用户短链体验').getByText('1,000').first().waitFor()
    await page.getByRole('link', { name: '购买套餐' }).click()
    await heading(page, '购买短链套餐').waitFor()
    await pay(page).click()
    await page.getByText('请选择套餐').waitFor()
    await page.getByRole('radio', { name: '短链 1万次' }).check()
    await page.getByRole('spinbutton', { name: '数量' }).fill('2')
    await page.getByRole('checkbox', { name: '我已阅读并同意购买须知与退款规则' }).check()
    await page.getByRole('button', { name: '用余额支付 ¥200.00' }).dblclick()
    await page.getByText('购买成功').waitFor()
    expect(await balanceOf(page)).toBe(before - 2_000_000)
    expect(await answerOf(page, '/api/packages?pageSize=100')).toEqual(messages)
    await page.getByRole('link', { name: '查看我的套餐' }).click()
    await rowOf(page, '购买 ×2').getByText('20,000次').waitFor()
    await rowOf(page, '购买 ×2').getByRole('button', { name: '详情' }).click()
    await page.getByRole('dialog').getByText('近30天没有用量').waitFor()
  }))

test('an address with an unknown package number selects nothing; an account without money is told what is missing', () =>
  at('empty', '/shorturl/combo/purchase?id=1001', async page => {
    await pay(page).click()
    await page.getByText('请选择套餐').waitFor()
    await page.getByRole('radio', { name: '短链 10万次' }).check()
    await page.getByText('余额还差 ¥800.00').waitFor()
    await expect.poll(() => pay(page).isDisabled()).toBe(true)
  }))

test('staff change the tiers of a package of free size; a tier that is dearer than the previous one is refused', () =>
  site.visit(async page => {
    const { password } = site.addresses.demo.admin
    await openAsStaff(page, `${site.addresses.admin}/packages`, { login: 'finance', password })
    const row = rowOf(page, '短链 自定义')
    await row.getByText('¥0.0060–0.0100').waitFor()
    await row.getByRole('button', { name: '修改' }).click()
    const dialog = page.getByRole('dialog', { name: '修改套餐 4099' })
    await dialog.getByLabel('第2档单价').fill('0.02')
    await dialog.getByLabel('原因').fill('调整短链价格')
    await dialog.getByRole('button', { name: '发布新版本' }).click()
    await dialog.getByText('第2档的单价须低于前一档').waitFor()
    await dialog.getByLabel('第2档单价').fill('0.009')
    await dialog.getByRole('button', { name: '删除第3档' }).click()
    await dialog.getByRole('button', { name: '发布新版本' }).click()
    await row.getByText('¥0.0090–0.0100').waitFor()
  }))

test('staff see both products and put a link package on sale, which customers then see', () =>
  site.visit(async page => {
    const { password } = site.addresses.demo.admin
    await openAsStaff(page, `${site.addresses.admin}/packages`, { login: 'finance', password })
    await rowOf(page, '短链 1万次').getByText('10,000次').waitFor()
    await page.getByRole('button', { name: '新建套餐' }).click()
    const dialog = page.getByRole('dialog', { name: '新建套餐' })
    await dialog.getByLabel('套餐编号').fill('4900')
    await dialog.getByLabel('套餐名称').fill('短链 体验装')
    await dialog.getByText('短链', { exact: true }).click()
    await dialog.getByLabel('数量').fill('2000')
    await dialog.getByLabel('售价').fill('30')
    await dialog.getByText('每次约 ¥0.0150').waitFor()
    await dialog.getByLabel('原因').fill('小客户需要')
    await dialog.getByRole('button', { name: '新建并上架' }).click()
    await page.getByText('套餐“短链 体验装”已上架').waitFor()
    await site.visit(async buyer => {
      await openSignedIn(buyer, `${site.addresses.console}/shorturl/combo/purchase?id=4900`, site.addresses.demo.empty)
      await buyer.getByRole('radio', { name: '短链 体验装' }).waitFor()
      await expect.poll(() => buyer.getByRole('radio', { name: '短链 体验装' }).isChecked()).toBe(true)
    })
  }))

test.each(viewsOf(import.meta.filename))('link package pages are accessible and never scroll sideways at $width px', options =>
  at(
    'customer',
    '/shorturl/combo',
    async page => {
      for (const screen of ['/shorturl/combo', '/shorturl/combo/purchase?id=4002']) {
        await page.goto(site.addresses.console + screen)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.waitForLoadState('networkidle')
        await checkAccessibility(page, screen)
      }
    },
    options,
  ),
)
