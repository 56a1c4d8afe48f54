import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSite } from '#test/support/site.ts'
import { checkAccessibility, heading, openAsStaff, openSignedIn, rowOf, viewsOf } from '#test/support/visit.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const site = openSite()

const openStaff = async (page: Page, path: string, login = 'reviewer') => {
  const { admin, demo } = site.addresses
  await openAsStaff(page, admin + path, { login, password: demo.admin.password })
  await heading(page, path.startsWith('/sender-registration') ? '签名报备' : '违禁词').waitFor()
}
const openCustomer = (page: Page, path: string) => openSignedIn(page, site.addresses.console + path, site.addresses.demo.customer)
const csv = (name: string, lines: string[]) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
const choose = (page: Page, name: string, lines: string[]) => page.locator('input[type=file]').setInputFiles(csv(name, lines))

test('the carriers’ answers are imported by file, with errors row by row; the customer sees them', () =>
  site.visit(async page => {
    await openCustomer(page, '/sms/signature')
    await rowOf(page, '云栈优选').getByText('部分运营商可用').waitFor()
    await openStaff(page, '/sender-registration')
    await page.getByRole('button', { name: '导入结果' }).click()
    await choose(page, '不是结果.csv', ['签名,说明', '云栈优选,成功'])
    await page.getByText('表格缺少列：运营商、结果').waitFor()
    await choose(page, '广电.csv', [
      '签名,运营商,结果,原因',
      '云栈优选,广电,成功,',
      '云栈集市,联通,失败,授权书过期',
      '没有的,移动,成功,',
      '云栈集市,移动,成功,',
    ])
    await page.getByText('没有使用中的这个签名').waitFor()
    await page.getByText('已经是“报备成功”，没有变化').waitFor()
    await page.getByRole('button', { name: '导入 2 行' }).click()
    await page.getByText('已导入 2 行报备结果').waitFor()
    await rowOf(page, '云栈集市')
      .getByRole('button', { name: /^中国联通：报备失败 .*，修改$/ })
      .waitFor()
    await openCustomer(page, '/sms/signature')
    await rowOf(page, '云栈集市').getByText('部分运营商可用').waitFor()
    await rowOf(page, '云栈集市').getByRole('button', { name: '详情' }).click()
    await page.getByText('授权书过期').first().waitFor()
  }))

test('the answers of all carriers for one signature are recorded in one dialog, and a failure needs a reason', () =>
  site.visit(async page => {
    await openStaff(page, '/sender-registration?search=云栈优选')
    await rowOf(page, '云栈优选').getByRole('button', { name: '登记结果' }).click()
    const dialog = page.getByRole('dialog', { name: '【云栈优选】报备结果' })
    const of = (carrier: string) => dialog.getByRole('group', { name: carrier })
    await expect.poll(() => dialog.getByRole('button', { name: '保存' }).isDisabled()).toBe(true)
    await of('中国移动').getByRole('radio', { name: '失败' }).check()
    await of('中国电信').getByRole('radio', { name: '成功' }).check()
    await dialog.getByRole('button', { name: '保存' }).click()
    await of('中国移动').getByText('请写明原因，客户会看到').waitFor()
    await of('中国移动').getByLabel('中国移动报备失败的原因').fill('资质过期')
    await dialog.getByRole('button', { name: '保存' }).click()
    await rowOf(page, '云栈优选').getByText('资质过期').waitFor()
    await rowOf(page, '云栈优选')
      .getByRole('button', { name: /^中国电信：报备成功 .*，修改$/ })
      .waitFor()
  }))

test('a forbidden word is refused and marked in a customer’s text at once, in any disguise, until it is disabled', () =>
  site.visit(async page => {
    const type = async (text: string) => {
      await openCustomer(page, '/sms/template?form=new')
      await page.getByLabel('模板名称').fill('活动')
      await page.getByRole('textbox', { name: '内容', exact: true }).fill(text)
    }
    await openStaff(page, '/words')
    await page.getByRole('button', { name: '添加违禁词' }).first().click()
    await page.getByRole('textbox', { name: '违禁词', exact: true }).fill('德州扑克\n我')
    await page.getByRole('button', { name: '添加 2 个' }).click()
    await page.getByText('我：至少须有两个字或字母').waitFor()
    await page.getByRole('button', { name: '完成' }).click()
    await type('周末德.州 扑克开房')
    await page.getByText('“德.州 扑克”（德州扑克）是禁止发送的内容').waitFor()
    await expect.poll(() => page.locator('[aria-hidden] [data-level="refuse"]').allTextContents()).toEqual(['德.州 扑克'])
    await page.getByRole('button', { name: '提交审核' }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('template-text')
    // Leaving the page discards the input on purpose.
    page.on('dialog', dialog => dialog.accept())
    await page.goto(`${site.addresses.admin}/words?search=德州扑克`)
    expect(await rowOf(page, '德州扑克').getByRole('cell').nth(5).textContent()).toMatch(/^1\s*次$/)
    await rowOf(page, '德州扑克').getByRole('button', { name: '停用' }).click()
    await rowOf(page, '德州扑克').getByRole('button', { name: '启用' }).waitFor()
    await type('周末德.州 扑克开房')
    await page.getByRole('button', { name: '提交审核' }).click()
    await rowOf(page, '活动').getByText('审核中').first().waitFor()
  }))

test('templates are imported by table as drafts, with the result of each row', () =>
  site.visit(async page => {
    await openCustomer(page, '/sms/template')
    await page.getByRole('button', { name: '批量导入' }).click()
    await choose(page, '旧平台.csv', ['模板名称,类型,内容', '签到提醒,通知,{1}您好，请于{2}前签到。', '语音提醒,语音,您好'])
    await page.getByText('类型须为验证码、通知、推广').waitFor()
    await page.getByRole('button', { name: '完成' }).click()
    await rowOf(page, '签到提醒').getByText('${p1}').waitFor()
    await rowOf(page, '签到提醒').getByText('草稿').waitFor()
  }))

const screens = ['/sender-registration', '/words']
test.each(viewsOf(import.meta.filename))(
  'sender registration, forbidden words and their dialogs are accessible and never scroll sideways at $width px',
  view =>
    site.visit(async page => {
      await openStaff(page, firstOrThrow(screens))
      for (const screen of screens) {
        await page.goto(site.addresses.admin + screen)
        await heading(page, screen === '/sender-registration' ? '签名报备' : '违禁词').waitFor()
        await page.waitForLoadState('networkidle')
        await checkAccessibility(page, screen)
      }
      await page.getByRole('button', { name: '试查文字' }).click()
      await page.getByRole('dialog').getByLabel('文字', { exact: true }).fill('在线赌·博，低息贷款')
      await page.getByRole('dialog').getByRole('button', { name: '检查' }).click()
      await page.getByRole('region', { name: '检查结果' }).waitFor()
      await checkAccessibility(page, 'trying a text')
      await page.goto(`${site.addresses.admin}/sender-registration`)
      await page.getByRole('button', { name: '导入结果' }).click()
      await choose(page, 'a.csv', ['签名,运营商,结果', '云栈优选,移动,成功', '没有的,移动,成功'])
      await page.getByText('没有使用中的这个签名').waitFor()
      await checkAccessibility(page, 'importing answers')
      await page.keyboard.press('Escape')
      await rowOf(page, '云栈优选')
        .getByRole('button', { name: /^中国移动：/ })
        .click()
      await page.getByRole('dialog', { name: '【云栈优选】报备结果' }).waitFor()
      await checkAccessibility(page, 'registering answers')
    }, view),
)
