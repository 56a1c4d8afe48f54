import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSite } from '#test/support/site.ts'
import { checkAccessibility, heading, openAsStaff, rowOf, untilFocused } from '#test/support/visit.ts'

const site = openSite()
const { at } = site
const log = '/system/uaccount/ulog'

const post = (page: Page, path: string, data: object) =>
  page.request.post(`${site.addresses.console}${path}`, { data, headers: { 'idempotency-key': crypto.randomUUID() } })
const atStaff = (path: string, work: (page: Page) => Promise<void>) =>
  site.visit(async page => {
    await openAsStaff(page, site.addresses.admin + path, site.addresses.demo.admin)
    await heading(page, '公告').waitFor()
    await work(page)
  })

test('a refused act is in the audit log with its reason, and the log is verified', () =>
  at('customer', log, async page => {
    const name = `日志${crypto.randomUUID().slice(0, 8)}`
    expect((await post(page, '/api/contact-groups/edit', { groupId: 'grp_1', name: '改名' })).status()).toBe(422)
    expect((await post(page, '/api/contact-groups/create', { name })).status()).toBe(200)
    expect((await post(page, '/api/contact-groups/create', { name })).status()).toBe(409)
    await page.reload()
    const rows = rowOf(page, '新建分组')
    await rows.first().getByText('未成功').waitFor()
    await rows.nth(1).getByRole('button', { name: '查看' }).click()
    await page.getByRole('dialog').getByText(name).first().waitFor()
    await page.getByRole('dialog').getByText('请求编号').waitFor()
    await page.goto(`${site.addresses.console}${log}`)
    await page.getByRole('button', { name: '验证' }).click()
    await page.getByText(/条记录完整，没有被改动、删除或插入/).waitFor()
    await checkAccessibility(page, 'verified log')
  }))

test('tabs and filters of the audit log are in the address; it is readable on a phone in the dark', () =>
  at(
    'customer',
    `${log}?kind=sign_in`,
    async page => {
      await rowOf(page, '登录').first().waitFor()
      await checkAccessibility(page, 'log of sign-ins')
    },
    { width: 390, dark: true },
  ))

const payload = '<img src=x onerror="document.title=1"><script>document.title=1</script>[点我](javascript:alert(1)) **重要**'

test('a mandatory announcement of staff blocks the console until it is read, and shows script as text', async () => {
  await atStaff('/announcements', async page => {
    await page.getByRole('button', { name: '写公告' }).first().click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: '保存草稿' }).click()
    await drawer.getByText('标题不能少于2个字').first().waitFor()
    await drawer.getByLabel('标题').fill('必读：发送规则变更')
    await drawer.getByLabel('正文').fill(`## 变更\n\n${payload}`)
    await drawer.getByRole('switch').click()
    await drawer.getByRole('button', { name: '保存草稿' }).click()
    const row = rowOf(page, '必读：发送规则变更')
    await row.getByText('草稿').waitFor()
    await row.getByRole('button', { name: '发布' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /发\s?布/ })
      .click()
    await row.getByText('已发布').waitFor()
    await checkAccessibility(page, 'notices of staff')
  })
  await at('empty', '/system/home', async page => {
    const dialog = page.getByRole('dialog', { name: '必读：发送规则变更' })
    await dialog.getByText('<script>').waitFor()
    await dialog.getByText('重要').waitFor()
    expect(await dialog.getByRole('link').count()).toBe(0)
    await page.keyboard.press('Escape')
    await checkAccessibility(page, 'must be read')
    await dialog.getByRole('button', { name: '我已阅读' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.goto(`${site.addresses.console}/notice`)
    await rowOf(page, '必读：发送规则变更').waitFor()
    expect(await page.title()).not.toBe('1')
    await checkAccessibility(page, 'notices')
  })
  await atStaff('/announcements', async page => {
    const row = rowOf(page, '必读：发送规则变更')
    await row.getByRole('button', { name: '撤回' }).click()
    await page.getByRole('button', { name: /确\s?定/ }).click()
    await row.getByText('已撤回').waitFor()
  })
})

test('all unread messages are marked as read in the bell', () =>
  at('empty', '/system/home', async page => {
    await page.getByRole('button', { name: /公告与消息，\d+ 条未读/ }).click()
    await page.getByRole('button', { name: '全部已读' }).click()
    await page.getByText('没有未读的公告和消息').waitFor()
    await page.getByRole('button', { name: '全部已读' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '公告与消息', exact: true }).waitFor()
  }))

test('the message centre counts unread messages, and marks all as read', () =>
  at(
    'customer',
    '/notice?tab=messages',
    async page => {
      await page.getByRole('button', { name: /公告与消息，\d+ 条未读/ }).waitFor()
      const unread = page.getByRole('img', { name: '未读' })
      await unread.first().waitFor()
      await page.getByRole('button', { name: '全部标为已读' }).click()
      await page.getByRole('button', { name: '全部标为已读' }).and(page.locator(':disabled')).waitFor()
      await unread.first().waitFor({ state: 'detached' })
      await checkAccessibility(page, 'messages')
    },
    { width: 390, dark: true },
  ))

test('a failed block of the home page says so and leaves the others; a retry loads it', () =>
  at('customer', '/system/home', async page => {
    await page.route('**/api/announcements?*', route =>
      route.fulfill({ status: 503, json: { error: { code: 'x', message: '暂时不可用' } } }),
    )
    await page.reload()
    await page.getByText('暂时不可用').waitFor()
    await page.getByText('今日提交').waitFor()
    await page.unroute('**/api/announcements?*')
    await page.getByRole('alert').getByRole('button', { name: '重试' }).click()
    await page.getByText('短链接可为每个收件人生成各自的链接').waitFor()
    await untilFocused(page.getByRole('main'))
    await checkAccessibility(page, 'home')
  }))
