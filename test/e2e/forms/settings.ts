import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSite } from '#test/support/site.ts'
import { checkAccessibility, heading, openAsStaff, openSignedIn, rowOf, viewsOf } from '#test/support/visit.ts'

const site = openSite()

const staff = (page: Page, path: string, login = 'operations') =>
  openAsStaff(page, site.addresses.admin + path, { login, password: site.addresses.demo.admin.password })
const customer = (page: Page, path: string) => openSignedIn(page, site.addresses.console + path, site.addresses.demo.customer)
const dialog = (page: Page) => page.getByRole('dialog').last()
const reason = (page: Page) => dialog(page).getByLabel('原因', { exact: true })
/** Enters a reason in the open dialog and presses its button. */
async function confirm(page: Page, button: string) {
  await reason(page).fill('浏览器测试')
  await dialog(page).getByRole('button', { name: button, exact: true }).click()
}

test('a limit is refused outside of its bounds and changed inside, and the customer reads the new one; the history has both values', () =>
  site.visit(async page => {
    await staff(page, '/settings')
    await heading(page, '运行参数').waitFor()
    await page.getByRole('button', { name: '修改推广短信结束时间' }).click()
    await dialog(page).getByLabel('推广短信结束时间').fill('22:30')
    await confirm(page, '保存')
    await dialog(page).getByText('须在09:00到22:00之间').waitFor()
    await dialog(page).getByLabel('推广短信结束时间').fill('20:15')
    await confirm(page, '保存')
    await page.getByText('推广短信结束时间已改为20:15').waitFor()
    await page.getByText('21:00（默认） → 20:15').waitFor()
    await site.visit(async visitor => {
      await visitor.goto(site.addresses.console)
      await visitor.getByText('推广短信只在 08:00–20:15 发送').waitFor()
    })
  }))

test('a report code’s new explanation is shown to the customer for messages that failed before', () =>
  site.visit(async page => {
    await staff(page, '/codes')
    await heading(page, '状态码').waitFor()
    await page.getByLabel('查状态码').fill('MK:0001')
    await page.getByLabel('查状态码').press('Enter')
    await rowOf(page, 'MK:0001').getByRole('button', { name: '修改' }).click()
    await dialog(page).getByLabel('含义').fill('')
    await confirm(page, '保存')
    await dialog(page).getByText('请填写含义').waitFor()
    await dialog(page).getByLabel('含义').fill('号码是空号（以移动来函为准）')
    await dialog(page).getByRole('button', { name: '保存' }).click()
    await page.getByText('MK:0001：号码是空号（以移动来函为准）').waitFor()
    await page.getByRole('heading', { name: '客户看到的 MK:0001' }).waitFor()
    await expect.poll(() => page.getByText('号码是空号（以移动来函为准）').count()).toBeGreaterThanOrEqual(2)
    await site.visit(async reader => {
      await customer(reader, '/sms/delivery?code=MK:0001')
      await reader.getByRole('cell', { name: '号码是空号（以移动来函为准）' }).first().waitFor()
    })
  }))

test('a package is put on sale by finance and bought by the customer; its number is digits', () =>
  site.visit(async page => {
    await staff(page, '/packages', 'finance')
    await heading(page, '套餐与价格').waitFor()
    await page.getByRole('button', { name: '新建套餐' }).click()
    await dialog(page).getByLabel('套餐编号').fill('A1')
    await dialog(page).getByLabel('套餐名称').fill('双十二 2,000 条')
    await dialog(page).getByLabel('数量').fill('2000')
    await dialog(page).getByLabel('售价').fill('88.00')
    await confirm(page, '新建并上架')
    await dialog(page).getByText('请选择套餐').waitFor()
    await dialog(page).getByLabel('套餐编号').fill('3901')
    await dialog(page).getByRole('button', { name: '新建并上架' }).click()
    await page.getByText('套餐“双十二 2,000 条”已上架').waitFor()
    await site.visit(async buyer => {
      await customer(buyer, '/sms/combo/purchase?id=3901')
      await buyer.getByText('双十二 2,000 条').first().waitFor()
      const bought = await buyer.context().request.post(`${site.addresses.console}/api/packages/purchase`, {
        data: { packageId: '3901', quantity: 1, expectedHao: 880_000 },
        headers: { 'idempotency-key': 'buys-the-new-package', origin: site.addresses.console },
      })
      expect(bought.status()).toBe(200)
    })
    await page.reload()
    await rowOf(page, '双十二 2,000 条').getByText('1份').waitFor()
  }))

test('roles see only their pages: reviewers none of these, finance no channels, operations no prices', () =>
  site.visit(async page => {
    await staff(page, '/settings', 'reviewer')
    await heading(page, '没有权限', 2).waitFor()
    for (const name of ['通道', '路由', '号段', '状态码', '套餐与价格', '运行参数'])
      expect(await page.getByRole('link', { name, exact: true }).count(), name).toBe(0)
  }))

test.each(viewsOf(import.meta.filename))('every page and dialog is accessible and never scrolls sideways at $width px', options =>
  site.visit(async page => {
    await staff(page, '/', site.addresses.demo.admin.login)
    await heading(page, '工作台').waitFor()
    const open = async (path: string, title: string) => {
      await page.goto(site.addresses.admin + path)
      await heading(page, title).waitFor()
      await page.waitForLoadState('networkidle')
      await checkAccessibility(page, path)
    }
    const check = async (where: string) => {
      await reason(page).waitFor()
      await checkAccessibility(page, where)
      await page.getByRole('button', { name: '返回' }).click()
      await reason(page).waitFor({ state: 'hidden' })
    }
    await open('/settings', '运行参数')
    await page.getByRole('button', { name: '修改单条短信最长字数' }).click()
    await check('setting')
    await open('/codes?search=MK:0001', '状态码')
    await page.getByRole('button', { name: '添加状态码' }).click()
    await check('code form')
    await open('/codes?view=unknown', '状态码')
    await open('/packages', '套餐与价格')
    await page.getByRole('button', { name: '新建套餐' }).click()
    await check('package form')
    await open('/packages?view=prices', '套餐与价格')
    await page.getByRole('button', { name: '设置单价' }).click()
    await check('price form')
  }, options),
)
