import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSite } from '#test/support/site.ts'
import { checkAccessibility, codeByHandset, heading, openSignedIn } from '#test/support/visit.ts'
import { maskPhone } from '#values/phone.ts'

/** Of the demo account's signature, as the rules tab shows it. */
let link: string

const site = openSite({
  prepare: one =>
    one.visit(async page => {
      await openSignedIn(page, `${site.addresses.console}/sms/blacklist?tab=rules`, site.addresses.demo.customer)
      await page.getByRole('button', { name: '获取链接并预览' }).first().click()
      link = (await page.getByRole('link', { name: /\/t\// }).getAttribute('href'))!
    }),
})

const at = (page: Page, path: string) => page.goto(site.addresses.console + path)

test('a recipient sees the sender, verifies the number with a code and is opted out at once; the sender has the record and the entry', () =>
  site.visit(
    async page => {
      const phone = '13800137001'
      await at(page, link)
      await page.getByText('云栈集市科技有限公司').first().waitFor()
      expect(await page.getByRole('link', { name: '登录' }).count()).toBe(0)
      const code = await codeByHandset(page, phone)
      await page.getByLabel('短信验证码').fill(code === '000000' ? '111111' : '000000')
      await page.getByRole('button', { name: '确认拒收' }).click()
      await page.getByText('验证码错误或已失效').waitFor()
      expect(await page.getByLabel('手机号').inputValue()).toBe(phone)
      await page.getByLabel('短信验证码').fill(code)
      await page.getByRole('button', { name: '确认拒收' }).click()
      await heading(page, '已退订').waitFor()
      await page.getByText('138****7001').waitFor()
      await page.getByText('12321 网络不良与垃圾信息').waitFor()
      await openSignedIn(page, `${site.addresses.console}/sms/blacklist?tab=opt-out-page`, site.addresses.demo.customer)
      await page
        .getByRole('row')
        .filter({ has: page.locator('[data-role=name]').getByText(maskPhone(phone)) })
        .locator('[data-role=state]')
        .getByText('拒收')
        .waitFor()
      await at(page, `/sms/blacklist?phone=${phone.slice(-4)}`)
      await page
        .getByRole('row')
        .filter({ hasText: maskPhone(phone) })
        .getByText('退订页面')
        .waitFor()
    },
    { width: 390 },
  ))

test('a complaint needs a reason; an invalid link says so and leads to the page without one', () =>
  site.visit(async page => {
    await at(page, link)
    await page.getByLabel(/投诉，并不再接收/).check()
    await page.getByRole('button', { name: '提交投诉' }).click()
    await page.getByText('请选择投诉的原因').waitFor()
    await page.getByText('请输入11位手机号').waitFor()
    await page.getByRole('button', { name: '已经退订，想恢复接收？' }).click()
    await heading(page, '恢复接收推广短信').waitFor()
    expect(await page.getByText('请输入11位手机号').count()).toBe(0)
    await at(page, '/landpage/phone-blacklist?t=AAAAAAAAAAAAAAAA')
    await heading(page, '链接无效').waitFor()
    await page.getByRole('button', { name: '用手机号退订' }).click()
    await page.getByText('给这个号码发过推广短信的企业都不能再发').waitFor()
    expect(page.url()).not.toContain('t=')
  }))

test.each([
  { width: 1440, dark: false },
  { width: 360, dark: true },
])('the opt-out page is accessible and never scrolls sideways at $width px', view =>
  site.visit(async page => {
    await at(page, link)
    await page.getByText('云栈集市科技有限公司').first().waitFor()
    await checkAccessibility(page, 'with a link')
    await page.getByLabel(/投诉，并不再接收/).check()
    await checkAccessibility(page, 'complaint')
    await at(page, '/landpage/phone-blacklist')
    await heading(page, '退订推广短信').waitFor()
    await checkAccessibility(page, 'without a link')
  }, view),
)
