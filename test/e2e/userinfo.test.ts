import { Secret, TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '#test/support/browser.ts'
import { type Platform, startPlatform } from '#test/support/platform.ts'
import { checkAccessibility, heading, openSignedIn, rowOf, signIn, type View, viewsOf, visit } from '#test/support/visit.ts'
import { itemOrThrow, matchOrThrow } from '#values/or-throw.ts'

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

const path = '/system/uaccount/userinfo'
const tabs = ['', 'security', 'devices', 'members', 'preferences', 'closing']
type Who = 'customer' | 'empty'

/** The page, signed in to one of the demo accounts. */
const at = (who: Who, query: string, work: (page: Page) => Promise<void>, view: View = {}) =>
  visit(
    browser,
    async page => {
      await openSignedIn(page, `${platform.addresses.console}${path}${query}`, platform.addresses.demo[who])
      await heading(page, '用户信息').waitFor()
      await work(page)
    },
    view,
  )

/** The latest matching text to a number, on the virtual handset. */
async function textTo(page: Page, phone: string, words: RegExp): Promise<string> {
  const handset = await page.context().newPage()
  await handset.goto(`${platform.addresses.handset}?phone=${phone}`)
  const text = handset.getByRole('log').getByText(words)
  await text.first().waitFor()
  const found = await text.last().innerText()
  await handset.close()
  return found
}

/** Step-up for an act by a code to the account's own phone. */
async function prove(page: Page, act: string, phone: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: `${act}：请先验证身份` })
  await dialog.getByRole('button', { name: '获取验证码' }).click()
  await dialog.getByRole('button', { name: /秒后可重新获取/ }).waitFor()
  await dialog.getByLabel('短信验证码').and(dialog.locator(':focus')).waitFor()
  const text = await textTo(page, phone, new RegExp(`${act}，验证码\\d{6}`))
  await dialog.getByLabel('短信验证码').fill(itemOrThrow(matchOrThrow(/验证码(\d{6})/, text), 1))
  await dialog.getByRole('button', { name: '验证', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

test('a member is invited, joins by the link in the SMS, and is signed out at once when removed', () =>
  at('customer', '?tab=members', async page => {
    await page.getByRole('button', { name: '邀请成员' }).click()
    const dialog = page.getByRole('dialog', { name: '邀请成员' })
    await dialog.getByRole('button', { name: '发送邀请' }).click()
    await dialog.getByText('请输入11位手机号').waitFor()
    await dialog.getByLabel('姓名').fill('沈一舟')
    await dialog.getByLabel('手机号').fill('19200002031')
    await dialog.getByRole('radio', { name: /^只读/ }).check()
    await dialog.getByRole('button', { name: '发送邀请' }).click()
    await prove(page, '管理成员', '19200002001')
    await page.getByText('邀请短信已发送').waitFor()
    await rowOf(page, '沈一舟').getByText('192****2031').waitFor()
    const text = await textTo(page, '19200002031', /邀请您加入/)
    await visit(browser, async guest => {
      await guest.goto(matchOrThrow(/https?:\/\/\S+/, text)[0])
      await heading(guest, '接受邀请').waitFor()
      await guest.getByText('您的角色是只读').waitFor()
      await guest.getByLabel('密码', { exact: true }).fill('Bamboo#2028')
      await guest.getByRole('checkbox').check()
      await guest.getByRole('button', { name: '加入' }).click()
      await heading(guest, '控制台首页').waitFor()
      await page.reload()
      await rowOf(page, '沈一舟').getByText('在线').waitFor()
      await rowOf(page, '沈一舟').getByRole('button', { name: '移除' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '移除' }).click()
      await page.getByText('沈一舟：已移除').waitFor()
      await rowOf(page, '沈一舟').waitFor({ state: 'detached' })
      await guest.goto(`${platform.addresses.console}${path}`)
      await heading(guest, '登录').waitFor()
    })
  }))

test('an authenticator is bound by its QR code, asked for at the next sign-in, and removed again', () =>
  at('empty', '?tab=security', async page => {
    await page.getByRole('button', { name: '绑定身份验证器' }).click()
    await prove(page, '修改登录验证方式', '19200002002')
    const dialog = page.getByRole('dialog', { name: '绑定身份验证器' })
    const secret = (await dialog.locator('code').innerText()).replace(/\s/g, '')
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    await dialog.getByLabel('动态验证码').fill(totp.generate() === '000000' ? '000001' : '000000')
    await dialog.getByRole('button', { name: '完成绑定' }).click()
    await dialog.getByText('验证码不正确，请确认手机时间准确后再试').waitFor()
    await dialog.getByLabel('动态验证码').fill(totp.generate())
    await dialog.getByRole('button', { name: '完成绑定' }).click()
    const codes = page.getByRole('dialog', { name: '请保存备用验证码' })
    await codes.getByRole('listitem').first().waitFor()
    const [first = '', second = ''] = await codes.getByRole('listitem').allInnerTexts()
    expect(first).toMatch(/^\w{5}-\w{5}$/)
    await codes.getByRole('checkbox').check()
    await codes.getByRole('button', { name: '完成' }).click()
    await page.getByText('还有10个').waitFor()
    await visit(browser, async other => {
      await signIn(other, `${platform.addresses.console}/user/login`, platform.addresses.demo.empty)
      await heading(other, '验证身份').waitFor()
      await other.getByRole('button', { name: '手机不在身边？用备用验证码' }).click()
      await other.getByLabel('备用验证码').fill('abcde-fghjk')
      await other.getByRole('button', { name: '登录', exact: true }).click()
      await other.getByText('验证码不正确，或已经用过').first().waitFor()
      await other.getByLabel('备用验证码').fill(first)
      await other.getByRole('button', { name: '登录', exact: true }).click()
      await heading(other, '控制台首页').waitFor()
    })
    await page.getByRole('button', { name: '关闭二次验证' }).click()
    const proof = page.getByRole('dialog', { name: '修改登录验证方式：请先验证身份' })
    await proof.getByLabel('动态验证码').fill(second)
    await proof.getByRole('button', { name: '验证', exact: true }).click()
    await page.getByText('以后登录只需要密码').waitFor()
  }))

test('names and avatars change, another device is signed out, and closing lists its blockers', () =>
  at('customer', '', async page => {
    const line = (label: string) => page.locator('dl > div').filter({ has: page.locator('dt', { hasText: label }) })
    await line('昵称').getByRole('button', { name: '修改' }).click()
    await page.getByRole('textbox', { name: '昵称' }).fill('店')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('昵称不能少于2个字').waitFor()
    await page.getByRole('textbox', { name: '昵称' }).fill('云栈店长')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('昵称已修改').waitFor()
    await page.getByRole('button', { name: '账户菜单：云栈店长' }).waitFor()
    const picture = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    await page.getByLabel('选择头像图片').setInputFiles({ name: '头像.png', mimeType: 'image/png', buffer: picture })
    await page.getByText('头像已更换').waitFor()
    await page.locator('img[src*="/api/avatar"]').first().waitFor()
    await visit(browser, async other => {
      await openSignedIn(other, `${platform.addresses.console}${path}`, platform.addresses.demo.customer)
      await heading(other, '用户信息').waitFor()
      await page.goto(`${platform.addresses.console}${path}?tab=devices`)
      await page.getByRole('button', { name: '让其他设备下线' }).click()
      await page.getByText(/已让\d+台设备下线/).waitFor()
      await other.goto(`${platform.addresses.console}${path}`)
      await heading(other, '登录').waitFor()
    })
    await page.goto(`${platform.addresses.console}${path}?tab=closing`)
    await page.getByText('账户余额还没有提现').waitFor()
    await expect.poll(() => page.getByRole('button', { name: '申请注销账户' }).isDisabled()).toBe(true)
  }))

test('staff impersonate a customer read-only, and the customer sees who it was', () =>
  visit(browser, async page => {
    const { admin, console } = platform.addresses
    await signIn(page, `${admin}/sign-in`, platform.addresses.demo.admin)
    await heading(page, '工作台').waitFor()
    await page.goto(`${admin}/customers?search=demo`)
    await rowOf(page, '192****2001').first().getByRole('button').first().click()
    await page.getByRole('button', { name: '进入控制台' }).click()
    await page.getByLabel('原因').fill('客户反馈列表打不开')
    await page
      .getByRole('dialog', { name: /以只读方式进入/ })
      .getByRole('button', { name: '进入' })
      .click()
    const [guest] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: /的控制台/ }).click()])
    await guest.getByRole('button', { name: '进入' }).click()
    await guest.getByText('正在以只读方式查看').waitFor()
    await guest.goto(`${console}${path}?tab=preferences`)
    await guest.getByText('您的角色没有查看完整号码的权限').waitFor()
    expect((await guest.request.post(`${console}/api/profile/rename`, { data: { name: '改名' } })).status()).toBe(403)
  }))

test.each(viewsOf(import.meta.filename))('every section is accessible: %j', view =>
  at(
    'customer',
    '',
    async page => {
      for (const tab of tabs) {
        await page.goto(`${platform.addresses.console}${path}?tab=${tab}`)
        await page.getByRole('heading', { level: 2 }).first().waitFor()
        await checkAccessibility(page, tab)
      }
    },
    view,
  ),
)
