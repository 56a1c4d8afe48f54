import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSite } from '#test/support/site.ts'
import { checkAccessibility, openSignedIn, rowOf, type View, viewsOf } from '#test/support/visit.ts'
import { itemOrThrow, matchOrThrow } from '#values/or-throw.ts'

const site = openSite()

const at = (path: string, work: (page: Page) => Promise<void>, view: View = {}) =>
  site.visit(async page => {
    await openSignedIn(page, site.addresses.console + path, site.addresses.demo.customer)
    await work(page)
  }, view)

/** The latest matching text to a number, on the virtual handset. */
async function received(page: Page, phone: string, words: RegExp): Promise<string> {
  const handset = await page.context().newPage()
  await handset.goto(`${site.addresses.handset}?phone=${phone}`)
  const text = handset.getByRole('log').getByText(words).last()
  await text.waitFor()
  const found = await text.innerText()
  await handset.close()
  return found
}

const saveOf = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /^保 ?存$/ })

test('a receiver verifies a phone, a rule alerts it by SMS, and the test alert arrives and is in the history', () =>
  at('/sms/app-warning?tab=receivers', async page => {
    await page.getByRole('button', { name: '添加联系人' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('姓名').fill('值班老王')
    await saveOf(page).click()
    await drawer.getByText('手机号和邮箱至少填一个').waitFor()
    await drawer.getByLabel('手机号').fill('13800138077')
    await drawer.getByRole('button', { name: '获取验证码' }).first().click()
    const code = itemOrThrow(matchOrThrow(/验证码(\d{6})/, await received(page, '13800138077', /设置预警接收人/)), 1)
    await drawer.getByLabel('短信验证码').fill(code)
    await saveOf(page).click()
    await page.getByText('联系人已保存').waitFor()

    await page.getByRole('button', { name: '预警规则' }).click()
    await page.getByRole('button', { name: '新增规则' }).click()
    await drawer.getByRole('button', { name: '无发送流量' }).click()
    await drawer.getByLabel('连续多久没有发送').fill('3')
    await drawer.getByLabel('短信', { exact: true }).check()
    await saveOf(page).click()
    await drawer.getByText('请填写5-1,440的整数').waitFor()
    await drawer.getByText('请选择至少一个联系人').waitFor()
    await drawer.getByLabel('连续多久没有发送').fill('600')
    await drawer.getByRole('combobox', { name: '联系人' }).click()
    await page.getByTitle('值班老王').click()
    await page.keyboard.press('Escape')
    await saveOf(page).click()
    await page.getByText('规则已保存，下一分钟起生效').waitFor()

    await rowOf(page, '无发送流量').getByRole('button', { name: '测试' }).click()
    await page.getByText('测试已发出').waitFor()
    await page.getByRole('button', { name: '预警记录' }).click()
    await rowOf(page, '无发送流量').getByRole('link', { name: '无发送流量' }).click()
    const sent = drawer.getByRole('row').filter({ hasText: '值班老王' })
    await sent.getByText('已发出').waitFor()
    expect(await sent.innerText()).toContain('138****8077')
    await received(page, '13800138077', /预警：\[测试\] 无发送流量。查看和处理：http/)
  }))

test('a threshold above the limit is refused at its field; a valid limit shows the actual numbers', () =>
  at('/sms/app-warning?tab=limits', async page => {
    await rowOf(page, '商城订单系统').getByRole('button', { name: '设置' }).click()
    const drawer = page.getByRole('dialog')
    const save = saveOf(page)
    await drawer.getByLabel('日限额').fill('60000')
    await drawer.getByLabel('日预警值').fill('70000')
    await save.click()
    await drawer.getByText('预警值不能大于限额').waitFor()
    await drawer.getByLabel('日预警值').fill('55000')
    await save.click()
    await page.getByText('限额已保存，立即生效').waitFor()
    await rowOf(page, '商城订单系统').getByText('60,000').waitFor()
    await rowOf(page, '商城订单系统').getByText('55,000').waitFor()
  }))

test('an open alert shows what to do, and is confirmed with a comment', () =>
  at('/sms/app-warning?state=open', async page => {
    await page
      .getByRole('link', { name: /到期，还剩/ })
      .first()
      .click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('请尽快使用或续购').waitFor()
    await drawer.getByRole('button', { name: /^确 ?认$/ }).click()
    await page.getByLabel('处理说明').fill('已安排续购')
    await page.getByLabel('处理说明').press('Enter')
    await page.getByText('已确认 1 条预警').waitFor()
    await drawer.getByText('演示用户确认').waitFor()
    await drawer.getByText('已安排续购').waitFor()
  }))

test.each(viewsOf(import.meta.filename))(
  'history, an alert, rules, limits and receivers are accessible and never scroll sideways at $width px',
  view =>
    at(
      '/sms/app-warning',
      async page => {
        const base = `${site.addresses.console}/sms/app-warning`
        await page.getByText('已恢复').first().waitFor()
        await checkAccessibility(page, 'history')
        await page.getByRole('link', { name: /疑似被盗刷/ }).click()
        await page.getByRole('dialog').getByText('恢复条件').waitFor()
        await checkAccessibility(page, 'alert')
        await page.goto(`${base}?tab=rules&form=new`)
        await page.getByRole('dialog').getByRole('button', { name: '验证码疑似盗刷' }).waitFor()
        await checkAccessibility(page, 'kinds')
        await page.getByRole('dialog').getByRole('button', { name: '验证码疑似盗刷' }).click()
        await page.getByRole('dialog').getByLabel('自动暂停验证码').waitFor()
        await checkAccessibility(page, 'rule')
        await page.goto(`${base}?tab=limits`)
        await rowOf(page, '商城订单系统').waitFor()
        await checkAccessibility(page, 'limits')
        await page.goto(`${base}?tab=receivers`)
        await page.getByText('每天在这个时段不打扰').waitFor()
        await checkAccessibility(page, 'receivers')
      },
      view,
    ),
)
