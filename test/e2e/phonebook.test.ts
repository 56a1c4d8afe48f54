import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSite } from '#test/support/site.ts'
import { checkAccessibility, choose, heading, openSignedIn, proveBySms, rowOf as row, type View, viewsOf } from '#test/support/visit.ts'

const site = openSite()

/** Signed in to the empty account, or to the shop, at the phonebook. */
const at = (as: 'empty' | 'customer', work: (page: Page) => Promise<void>, view: View = {}) =>
  site.visit(async page => {
    await openSignedIn(page, `${site.addresses.console}/sms/phonebook`, site.addresses.demo[as])
    await heading(page, '通讯录').waitFor()
    await work(page)
  }, view)

/** What was just done and can be undone. */
const offered = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const groupTree = (page: Page) => page.getByRole('navigation', { name: '分组' })
const dialog = (page: Page) => page.getByRole('dialog').last()

test('contacts are added singly and in bulk, found, edited, moved and deleted; a group is deleted with its contacts', () =>
  at('empty', async page => {
    await page.getByRole('heading', { level: 2, name: '通讯录是空的' }).waitFor()
    await page.getByRole('button', { name: '添加联系人' }).first().click()
    await page.getByLabel('新分组的名称').fill('老客户')
    await page.getByRole('textbox', { name: '手机号', exact: true }).fill('138 0013 8000')
    await page.getByRole('textbox', { name: '姓名', exact: false }).last().fill('张三')
    await page.keyboard.press('Enter')
    await row(page, '138****8000').getByText('老客户').waitFor()

    await page.getByRole('button', { name: '添加联系人' }).first().click()
    await page.getByRole('radio', { name: '粘贴多个' }).check()
    await page.getByLabel('手机号和姓名').fill('13800138000 张山\n李四，13900139000\n13700137000\n13700137000\n12345')
    await page.getByRole('button', { name: '添加 5 个联系人' }).click()
    await dialog(page).getByText('号码格式错误').waitFor()
    await page.getByRole('button', { name: '完成' }).click()
    await row(page, '138****8000').getByText('张山').waitFor()
    await groupTree(page)
      .getByRole('button', { name: /^全部联系人 ?3$/ })
      .waitFor()

    const search = page.getByLabel('手机号、后 4 位或姓名开头')
    await search.fill('138')
    await search.press('Enter')
    await page.getByText('手机号请输入完整的 11 位').waitFor()
    await search.fill('9000')
    await search.press('Enter')
    await row(page, '138****8000').waitFor({ state: 'detached' })
    await row(page, '139****9000').getByRole('button', { name: '编辑' }).click()
    await dialog(page).getByRole('button', { name: '显示并修改' }).click()
    await proveBySms(page, site.addresses.handset, { act: '查看完整号码', phone: '19200002002' })
    await expect.poll(() => dialog(page).getByLabel('手机号').inputValue()).toBe('13900139000')
    await dialog(page).getByLabel('姓名').fill('李思')
    await dialog(page).getByLabel('姓名').press('Enter')
    await dialog(page).getByText('订阅状态').waitFor()
    await dialog(page).getByRole('button', { name: '关闭' }).click()
    await row(page, '139****9000').getByText('李思').waitFor()
    await row(page, '139****9000').getByRole('button', { name: '139****9000 显示完整号码' }).click()
    await row(page, '13900139000').waitFor()
    await search.fill('张')
    await search.press('Enter')
    await row(page, '13900139000').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '重置' }).click()

    const groups = page.getByRole('navigation', { name: '分组' })
    await groups.getByRole('button', { name: '分组管理' }).click()
    await page.getByLabel('新分组的名称').fill('新客户')
    await page.getByRole('button', { name: '新建分组' }).click()
    await dialog(page).getByRole('listitem').filter({ hasText: '新客户' }).waitFor()
    const listed = (text: string) => dialog(page).getByRole('listitem').filter({ hasText: text })
    await listed('老客户').getByRole('button', { name: '修改' }).click()
    await dialog(page).getByLabel('分组名称').fill('会员')
    await page.keyboard.press('Enter')
    await listed('会员 3 人').waitFor()
    await dialog(page).getByRole('button', { name: '关闭' }).click()

    await row(page, '137****7000').getByRole('checkbox').check()
    await row(page, '139****9000').getByRole('checkbox').check()
    await page.getByRole('toolbar').getByRole('button', { name: '移动' }).click()
    await choose(page, '移到分组', '新客户')
    await dialog(page).getByRole('button', { name: '移动' }).click()
    await row(page, '139****9000').getByText('新客户').waitFor()
    // The pointer holds the offer, however long the check takes.
    await offered(page, '已移动 2 个联系人').hover()
    await checkAccessibility(page, 'undo')
    await page.keyboard.press('ControlOrMeta+z')
    await page.getByText('已撤销：恢复 2 个联系人').waitFor()
    await row(page, '139****9000').getByText('会员').waitFor()

    await row(page, '137****7000').getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '删除' }).click()
    await row(page, '137****7000').waitFor({ state: 'detached' })
    await offered(page, '已删除 1 个联系人').getByRole('button', { name: '撤销' }).click()
    await row(page, '137****7000').getByText('会员').waitFor()
    await row(page, '137****7000').getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '删除' }).click()
    await row(page, '137****7000').waitFor({ state: 'detached' })

    await groups.getByRole('button', { name: '分组管理' }).click()
    await listed('会员 2 人').getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '删除' }).click()
    await row(page, '138****8000').waitFor({ state: 'detached' })
    await offered(page, '已删除分组“会员”和 2 个联系人').getByRole('button', { name: '撤销' }).click()
    await listed('会员 2 人').waitFor()
    await dialog(page).getByRole('button', { name: '关闭' }).click()
    await row(page, '139****9000').getByRole('checkbox').check()
    await page.getByRole('toolbar').getByRole('button', { name: '删除' }).click()
    await row(page, '139****9000').waitFor({ state: 'detached' })
    await groupTree(page)
      .getByRole('button', { name: /^全部联系人 ?1$/ })
      .waitFor()
  }))

const give = (page: Page, name: string, content: string) =>
  page.getByLabel('号码文件').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

test('a file is imported by a rule with a refused row, all matches are tagged, a group is emptied, and its contacts get a broadcast', () =>
  at('customer', async page => {
    await page.getByRole('button', { name: '导入' }).click()
    await give(page, '文档.csv', '%PDF-1.7')
    await page.getByRole('alert').waitFor()
    await give(page, '客户.csv', '电话,姓名,生日\n13811110001,王一,5月1日\n13811110002,李二,6月1日\n13811110001,重复,\n12345,坏,\n')
    await dialog(page).getByRole('button', { name: '+ 生日' }).click()
    await dialog(page).getByRole('combobox', { name: '生日' }).waitFor()
    await dialog(page).getByRole('button', { name: '开始导入' }).click()
    await dialog(page).getByText('请填写分组名称').waitFor()
    await dialog(page).getByLabel('新分组的名称').fill('春茶预约')
    await dialog(page).getByRole('radio', { name: '覆盖' }).check()
    await choose(page, '同意接收推广的方式', '网页或小程序表单')
    await checkAccessibility(page, 'import')
    await dialog(page).getByRole('button', { name: '开始导入' }).click()
    const task = (name: string) => dialog(page).getByRole('article', { name })
    await task('导入联系人 客户.csv → 春茶预约').getByText('已完成').waitFor()
    await task('导入联系人').getByText('其中 2 行没有导入').waitFor()
    await checkAccessibility(page, 'task')
    const download = page.waitForEvent('download')
    await task('导入联系人').getByRole('link', { name: '下载没有导入的行' }).click()
    expect(await readFile(await (await download).path(), 'utf8')).toBe(
      '\ufeff电话,姓名,生日,行号,原因,有误的内容\r\n13811110001,重复,,4,与前面的行重复,13811110001\r\n12345,坏,,5,号码格式错误,12345\r\n',
    )
    await dialog(page).getByRole('button', { name: '关闭' }).click()

    await page.getByRole('button', { name: /^管理/ }).click()
    await page.getByRole('menuitem', { name: '标签与字段' }).click()
    await dialog(page).getByLabel('新标签的名称').fill('春茶')
    await dialog(page).getByLabel('新标签的名称').press('Enter')
    await dialog(page).getByRole('listitem').filter({ hasText: '春茶 0 人' }).waitFor()
    await checkAccessibility(page, 'labels')
    await dialog(page).getByRole('button', { name: '关闭' }).click()

    const groups = page.getByRole('navigation', { name: '分组' })
    await groups.getByRole('button', { name: /^会员/ }).click()
    await row(page, '门店员工').first().waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: '选择本页全部' }).check()
    await page.getByRole('button', { name: '选择符合条件的全部 240 项' }).click()
    await page.getByRole('toolbar').getByRole('button', { name: '加标签' }).click()
    await choose(page, '要加的标签', '春茶')
    await dialog(page).getByRole('button', { name: '加标签' }).click()
    await task('加标签 春茶').getByText('已完成').waitFor()
    await dialog(page).getByRole('button', { name: '关闭' }).click()
    await row(page, '春茶').first().waitFor()

    await groups.getByRole('button', { name: '分组管理' }).click()
    await dialog(page).getByRole('listitem').filter({ hasText: '批发客户' }).getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '清空' }).click()
    await dialog(page).getByRole('button', { name: '删除 48 个联系人' }).click()
    await dialog(page).getByText('与分组名称不一致').waitFor()
    await dialog(page).getByRole('textbox').fill('批发客户')
    await dialog(page).getByRole('button', { name: '删除 48 个联系人' }).click()
    await task('删除联系人').getByText('已完成').waitFor()
    await groupTree(page)
      .getByRole('button', { name: /^全部联系人 ?254$/ })
      .waitFor()

    await page.goto(`${site.addresses.console}/system/uaccount/ulog`)
    await row(page, '批量处理联系人').first().getByRole('button', { name: '撤销 48 个' }).click()
    await checkAccessibility(page, 'question')
    await dialog(page).getByRole('button', { name: '撤销' }).click()
    await page.getByText('已撤销：恢复 48 个联系人').waitFor()
    await row(page, '批量处理联系人').first().getByText('成功，已撤销').waitFor()
    await page.reload()
    await row(page, '撤销操作').first().getByRole('button', { name: '查看' }).click()
    await dialog(page).getByRole('link', { name: '批量处理联系人' }).waitFor()

    await page.goto(`${site.addresses.console}/sms/broadcast`)
    await choose(page, '签名', '【云栈集市】')
    await choose(page, '模板', '通知 · 退款到账')
    await page.getByRole('button', { name: '下一步' }).click()
    await page.getByRole('button', { name: '通讯录' }).click()
    await page.getByRole('combobox', { name: '分组' }).click()
    await page.locator('.ant-select-item-option').getByText('春茶预约', { exact: true }).click()
    await page.keyboard.press('Escape')
    await checkAccessibility(page, 'recipients')
    await page.getByRole('button', { name: '使用这 2 个联系人' }).click()
    await choose(page, '变量 order', '所有号码用同一个值')
    await page.getByLabel('变量 order 的值').fill('YT2026')
    await choose(page, '变量 amount', '所有号码用同一个值')
    await page.getByLabel('变量 amount 的值').fill('8.50')
    await page.getByRole('button', { name: '开始检查号码' }).click()
    await page.getByText('检查完成', { exact: true }).waitFor()
    await page.getByText('共 2 行').waitFor()
  }))

const screens = ['', '?form=new', '?form=groups', '?form=merge']
test.each(viewsOf(import.meta.filename))('list, forms and drawers are accessible and never scroll sideways at $width px', view =>
  at(
    'customer',
    async page => {
      for (const screen of screens) {
        await page.goto(`${site.addresses.console}/sms/phonebook${screen}`)
        await heading(page, '通讯录').waitFor()
        if (screen) await page.getByRole('dialog').first().waitFor()
        await row(page, '1').first().waitFor()
        await checkAccessibility(page, screen)
      }
    },
    view,
  ),
)
