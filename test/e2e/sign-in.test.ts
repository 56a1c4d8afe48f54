import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Login } from '#test/support/platform.ts'
import { openSite } from '#test/support/site.ts'
import { checkAccessibility, codeByHandset, heading, signIn, viewsOf } from '#test/support/visit.ts'

const site = openSite()

const signInAt = (page: Page, login: Login, from = '/user/login') => signIn(page, site.addresses.console + from, login)

test('a visitor of an inner page signs in, returns to it, and signs out', () =>
  site.visit(async page => {
    await signInAt(page, site.addresses.demo.customer, '/system/home')
    await heading(page, '控制台首页').waitFor()
    await page
      .getByText(/剩余 [\d,]+ \/ 10,000 条/)
      .first()
      .waitFor()
    await page.getByText('¥3,210.00').first().waitFor()
    await page.reload()
    await heading(page, '控制台首页').waitFor()
    await page.getByRole('button', { name: /演示用户/ }).click()
    await page.getByText('退出登录').click()
    await page.waitForURL(url => url.pathname !== '/system/home')
    await page.goto(`${site.addresses.console}/system/home`)
    await heading(page, '登录').waitFor()
  }))

test('a wrong password is reported beside the button and the form keeps its input; the third failure brings a self-solving captcha', () =>
  site.visit(async page => {
    const { login } = site.addresses.demo.empty
    await signInAt(page, { login, password: 'Wrong12345' })
    await page.getByText('账号或密码错误').waitFor()
    expect(await page.getByLabel('账号', { exact: true }).inputValue()).toBe(login)
    for (let tries = 0; tries < 3; tries += 1) {
      const answered = page.waitForResponse(response => response.url().endsWith('/api/sign-in') && response.status() === 422)
      await page.getByRole('button', { name: '登录' }).click()
      await answered
      await page.getByText('账号或密码错误').waitFor()
    }
    await page.getByLabel('密码', { exact: true }).fill(site.addresses.demo.empty.password)
    await page.getByRole('button', { name: '登录' }).click()
    await heading(page, '控制台首页').waitFor()
    await page.getByText('还没有可用的套餐').waitFor()
  }))

test.each(viewsOf(import.meta.filename))('sign-in and home are accessible and never scroll sideways at $width px', options =>
  site.visit(async page => {
    for (const [path, title] of [
      ['sms', '短信登录'],
      ['_registry', '注册'],
      ['recovery', '找回密码'],
      ['login', '登录'],
    ] as const) {
      await page.goto(`${site.addresses.console}/user/${path}`)
      await heading(page, title).waitFor()
      await checkAccessibility(page, path)
    }
    await signInAt(page, site.addresses.demo.customer)
    await heading(page, '控制台首页').waitFor()
    await page.getByText('行业短信 1万条').first().waitFor()
    await checkAccessibility(page, 'home')
  }, options),
)

test('an unknown path is answered with 404 and says so inside the layout', () =>
  site.visit(async page => {
    const answer = await page.goto(`${site.addresses.console}/sms/nothing-here`)
    expect(answer?.status()).toBe(404)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByRole('banner').count()).toBe(1)
  }))

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: /账户菜单/ }).click()
  await page.getByText('退出登录').click()
  await heading(page, '登录').waitFor()
}

test('a visitor registers with the code on the virtual handset, signs out and signs in by name and password', () =>
  site.visit(async page => {
    await page.goto(`${site.addresses.console}/user/login`)
    await page.getByRole('main').getByRole('link', { name: '免费注册' }).click()
    await heading(page, '注册').waitFor()
    const passwordTop = async () => (await page.getByLabel('密码', { exact: true }).boundingBox())?.y
    await page.getByRole('link', { name: '去虚拟手机查看验证码' }).waitFor()
    const top = await passwordTop()
    const code = await codeByHandset(page, '13800138123')
    await page.getByText('短信已发出，验证码 5 分钟内有效。').waitFor()
    expect(await passwordTop()).toBe(top)
    await page.getByLabel('登录名（选填）').fill('TeaHouse')
    await page.getByLabel('短信验证码').fill(code)
    await page.getByLabel('密码', { exact: true }).fill('abc')
    // After a reload the form keeps number and name, but neither code nor password.
    await page.reload()
    expect(await page.getByLabel('手机号').inputValue()).toBe('13800138123')
    expect(await page.getByLabel('登录名（选填）').inputValue()).toBe('TeaHouse')
    for (const secret of [page.getByLabel('短信验证码'), page.getByLabel('密码', { exact: true })])
      expect(await secret.inputValue()).toBe('')
    await page.getByLabel('短信验证码').fill(code)
    await page.getByLabel('密码', { exact: true }).fill('abc')
    await page.getByRole('button', { name: '注册' }).click()
    await page.getByText('密码必须包含字母和数字').waitFor()
    await page.getByText('请阅读并同意使用约定').waitFor()
    await page.getByLabel('密码', { exact: true }).fill('Woaini1314')
    await page.getByLabel(/我已阅读并同意/).check()
    await page.getByRole('button', { name: '注册' }).click()
    await page.getByText('该密码过于常见').first().waitFor()
    await page.getByLabel('密码', { exact: true }).fill('Cloud8Tea')
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    await page.getByLabel('短信验证码').fill(wrong)
    await page.getByRole('button', { name: '注册' }).click()
    await page.getByText('验证码错误或已失效').waitFor()
    // The keyboard focus is in the field to correct.
    await expect.poll(() => page.getByLabel('短信验证码').evaluate(field => field === document.activeElement)).toBe(true)
    await page.getByLabel('短信验证码').fill(code)
    await page.getByRole('button', { name: '注册' }).click()
    await heading(page, '控制台首页').waitFor()
    await signOut(page)
    await signInAt(page, { login: 'teahouse', password: 'Cloud8Tea' })
    await heading(page, '控制台首页').waitFor()
    await page.getByRole('button', { name: /账户菜单/ }).click()
    await page
      .getByRole('menu')
      .getByText(/上次登录 2\d{3}-/)
      .waitFor()
  }))

test('a member signs in by SMS and returns to the requested page; the countdown survives a reload', () =>
  site.visit(async page => {
    await page.goto(`${site.addresses.console}/sms/signature`)
    await heading(page, '登录').waitFor()
    await page.getByRole('main').getByRole('link', { name: '短信登录' }).click()
    await page.getByLabel('手机号').fill('1920000')
    await page.keyboard.press('Enter')
    await page.getByText('请输入11位手机号').waitFor()
    expect(await page.getByText('请输入6位数字验证码').count()).toBe(0)
    const code = await codeByHandset(page, '19200002001')
    await page.reload()
    await page.getByRole('button', { name: /秒后重发/ }).waitFor()
    expect(await page.getByLabel('手机号').inputValue()).toBe('19200002001')
    await page.getByLabel('短信验证码').fill(code)
    await page.getByRole('button', { name: '登录' }).click()
    await heading(page, '短信签名').waitFor()
  }))

test('a forgotten password is reset; other sessions end', () =>
  site.visit(async page => {
    const { login } = site.addresses.demo.empty
    await signInAt(page, site.addresses.demo.empty)
    await heading(page, '控制台首页').waitFor()
    const elsewhere = await site.browser.newContext({ locale: 'zh-CN' })
    const other = await elsewhere.newPage()
    await other.goto(`${site.addresses.console}/user/recovery`)
    const code = await codeByHandset(other, '19200002002')
    await other.getByLabel('短信验证码').fill(code)
    await other.getByLabel('新密码').fill('Mountain9Road')
    await other.getByRole('button', { name: '设置新密码' }).click()
    await other.getByText('新密码已生效').waitFor()
    await page.reload()
    await heading(page, '登录').waitFor()
    await signInAt(page, { login, password: 'Mountain9Road' })
    await heading(page, '控制台首页').waitFor()
    await elsewhere.close()
  }))

test('a restart keeps the data', async () => {
  expect(await site.restart()).toBe(0)
  await site.visit(async page => {
    await signInAt(page, site.addresses.demo.customer)
    await heading(page, '控制台首页').waitFor()
  })
})
