import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { launchBrowser } from '#test/support/browser.ts'
import { type Platform, startPlatform } from '#test/support/platform.ts'
import { checkLooks, choose, heading, type Look, openSignedIn, rowOf as row, visit } from '#test/support/visit.ts'

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

/** Signed in as the account that has nothing yet, or as the shop, at the phonebook. */
const at = (as: 'empty' | 'customer', work: (page: Page) => Promise<void>, look: Look = {}) =>
  visit(
    browser,
    async page => {
      await openSignedIn(page, `${platform.addresses.console}/sms/phonebook`, platform.addresses.demo[as])
      await heading(page, '通讯录').waitFor()
      await work(page)
    },
    look,
  )

const dialog = (page: Page) => page.getByRole('dialog').last()

test('contacts are added one and many, found, edited, moved and deleted; a group goes with its contacts', () =>
  at('empty', async page => {
    await page.getByRole('heading', { level: 2, name: '通讯录是空的' }).waitFor()
    await page.getByRole('button', { name: '添加联系人' }).first().click()
    await page.getByLabel('新分组的名称').fill('老客户')
    await page.getByRole('textbox', { name: '手机号', exact: true }).fill('138 0013 8000')
    await page.getByRole('textbox', { name: '姓名', exact: false }).last().fill('张三')
    await page.keyboard.press('Enter')
    await row(page, '13800138000').getByText('老客户').waitFor()

    await page.getByRole('button', { name: '添加联系人' }).first().click()
    await page.getByRole('radio', { name: '粘贴多个' }).check()
    await page.getByLabel('手机号和姓名').fill('13800138000 张山\n李四，13900139000\n13700137000\n13700137000\n12345')
    await page.getByRole('button', { name: '添加 5 个联系人' }).click()
    await dialog(page).getByText('号码格式错误').waitFor()
    await page.getByRole('button', { name: '完成' }).click()
    await row(page, '13800138000').getByText('张山').waitFor()
    await page.getByText('3 个联系人，1 个分组').waitFor()

    const search = page.getByLabel('手机号、后 4 位或姓名开头')
    await search.fill('138')
    await search.press('Enter')
    await page.getByText('手机号请输入完整的 11 位').waitFor()
    await search.fill('9000')
    await search.press('Enter')
    await row(page, '13800138000').waitFor({ state: 'detached' })
    await row(page, '13900139000').getByRole('button', { name: '编辑' }).click()
    await dialog(page).getByLabel('姓名').fill('李思')
    await dialog(page).getByLabel('姓名').press('Enter')
    await row(page, '13900139000').getByText('李思').waitFor()
    await search.fill('张')
    await search.press('Enter')
    await row(page, '13900139000').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '重置' }).click()

    await page.getByRole('button', { name: '分组管理' }).click()
    await page.getByLabel('新分组的名称').fill('新客户')
    await page.getByRole('button', { name: '新建分组' }).click()
    await page.getByRole('listitem').filter({ hasText: '新客户' }).waitFor()
    await page.getByRole('listitem').filter({ hasText: '老客户' }).getByRole('button', { name: '改名' }).click()
    await page.getByLabel('“老客户”的新名称').fill('会员')
    await page.keyboard.press('Enter')
    await page.getByRole('listitem').filter({ hasText: '会员 3 人' }).waitFor()
    await dialog(page).getByRole('button', { name: '关闭' }).click()

    await row(page, '13700137000').getByRole('checkbox').check()
    await row(page, '13900139000').getByRole('checkbox').check()
    await page.getByRole('toolbar').getByRole('button', { name: '移动' }).click()
    await choose(page, '移到分组', '新客户')
    await dialog(page).getByRole('button', { name: '移动' }).click()
    await row(page, '13900139000').getByText('新客户').waitFor()
    await row(page, '13700137000').getByRole('button', { name: '删除' }).click()
    await dialog(page).getByRole('button', { name: '删除' }).click()
    await row(page, '13700137000').waitFor({ state: 'detached' })

    await page.getByRole('button', { name: '分组管理' }).click()
    await page.getByRole('listitem').filter({ hasText: '会员 1 人' }).getByRole('button', { name: '删除' }).click()
    await page.getByRole('button', { name: '删除分组和 1 个联系人' }).click()
    await page.getByText('请先勾选确认').waitFor()
    await page.getByRole('checkbox', { name: /我确定删除/ }).check()
    await page.getByRole('button', { name: '删除分组和 1 个联系人' }).click()
    await row(page, '13800138000').waitFor({ state: 'detached' })
    await page.getByText('1 个联系人，1 个分组').waitFor()
  }))

const screens = ['/sms/phonebook', '/sms/phonebook?form=new', '/sms/phonebook?form=groups']
test.each([
  { width: 1440, dark: false },
  { width: 390, dark: true },
])('list, form and groups are accessible and never scroll sideways at $width px', look =>
  at(
    'customer',
    async page => {
      for (const screen of screens) {
        await page.goto(platform.addresses.console + screen)
        await heading(page, '通讯录').waitFor()
        if (screen.includes('form')) await page.getByRole('dialog').getByRole('textbox').first().waitFor()
        await page.getByText('300 个联系人，3 个分组').waitFor()
        await checkLooks(page, screen)
      }
    },
    look,
  ),
)
