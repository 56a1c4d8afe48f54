import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSite } from '#test/support/site.ts'
import { checkAccessibility, heading, openSignedIn, untilFocused, type View, viewsOf } from '#test/support/visit.ts'
import { newId } from '#values/id.ts'

const site = openSite({
  // Links take units of a package.
  prepare: () =>
    at(async page => {
      const order = { data: { packageId: '4001', quantity: 1 }, headers: { 'idempotency-key': newId() } }
      expect((await page.request.post(`${site.addresses.console}/api/packages/purchase`, order)).status()).toBe(200)
    }),
})

/** 创建短链 of the demo account. */
const at = (work: (page: Page) => Promise<void>, view: View = {}) =>
  site.visit(async page => {
    await openSignedIn(page, `${site.addresses.console}/shorturl/create`, site.addresses.demo.customer)
    await heading(page, '创建短链').waitFor()
    await work(page)
  }, view)

const target = (page: Page) => page.getByLabel('目标网址', { exact: true })
const code = (page: Page) => page.getByLabel('短链地址')
const submit = (page: Page) => page.getByRole('button', { name: '创建短链' })
const fold = (page: Page, name: string) => page.locator('summary').filter({ hasText: name }).click()

test('where nothing can be created yet, the main button leads to what is missing', () =>
  site.at('empty', '/shorturl/create', async page => {
    const main = page.getByRole('main')
    await main.getByText('完成实名认证后才能新建短链接。').nth(1).waitFor()
    expect(await main.getByRole('button', { name: '创建短链', exact: true }).count()).toBe(0)
    await main.locator('form').getByRole('link', { name: '去认证' }).click()
    await heading(page, '实名认证').waitFor()
  }))

test('a target and a button make a link; it is copied, shown as a QR code and put into a template', () =>
  at(async page => {
    await target(page).fill('https://www.first-time.cn/spring')
    await page.getByText('该域名首次使用须审核').waitFor()
    await submit(page).click()
    await heading(page, '短链已创建', 2).waitFor()
    await page.getByText('审核中').waitFor()
    const shortUrl = await page.getByRole('link', { name: site.addresses.redirect }).innerText()
    expect(shortUrl.slice(site.addresses.redirect.length)).toMatch(/^\/[2-9A-Za-z]{7}$/)

    await page.getByRole('button', { name: '二维码' }).click()
    const dialog = page.getByRole('dialog', { name: '二维码' })
    await dialog.getByRole('radio', { name: '靛青' }).check()
    for (const [kind, first] of [
      ['PNG', 0x89],
      ['SVG', 0x3c],
    ] as const) {
      const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: `下载 ${kind}` }).click()])
      expect(download.suggestedFilename()).toBe(`${shortUrl.split('/').at(-1)}.${kind.toLowerCase()}`)
      const chunks = await (await download.createReadStream()).toArray()
      expect(Buffer.concat(chunks)[0]).toBe(first)
    }
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: '插入短信模板' }).click()
    await page.getByRole('dialog', { name: '新建模板' }).waitFor()
    await expect.poll(() => page.getByLabel('内容', { exact: true }).inputValue()).toContain(shortUrl)
  }))

test('a link has everything: custom code, lifetime, password, rules, labels', () =>
  at(async page => {
    await target(page).fill('https://shop.first-time.cn/a?b=1')
    await code(page).fill('Spring-2026')
    await page.getByText('可以使用').waitFor()
    await fold(page, '标题、标签与分组')
    await page.getByLabel('标题').fill('春季上新')
    await fold(page, '有效期与访问限制')
    // A day is chosen by mouse, and Tab goes on from its field.
    const start = page.getByLabel('生效时间')
    await start.click()
    await page.locator('.ant-picker-cell-in-view').last().click()
    await expect.poll(() => start.inputValue()).not.toBe('')
    await untilFocused(start)
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: '清除' }).press('Enter')
    await expect.poll(() => start.inputValue()).toBe('')
    await page.getByRole('radio', { name: '有效天数' }).check()
    await page.getByLabel('访问次数上限').fill('500')
    await page.getByLabel('访问密码').fill('2026')
    await fold(page, '参数与来源')
    await page.getByLabel('来源 utm_source').fill('sms')
    await expect.poll(() => target(page).inputValue()).toBe('https://shop.first-time.cn/a?b=1&utm_source=sms')
    await fold(page, '按设备、应用和地区分流')
    await page.getByRole('button', { name: '添加规则' }).click()
    await submit(page).click()
    await page.getByRole('alert').getByText('请选择至少一个条件').waitFor()
    await page.locator('[role=alert]:focus').getByText('请选择至少一个条件').waitFor()
    await page.getByRole('combobox', { name: '设备' }).click()
    await page.locator('.ant-select-item-option').getByText('安卓手机', { exact: true }).click()
    await page.keyboard.press('Escape')
    await page.getByLabel('规则的目标网址').fill('https://android.first-time.cn/')
    await submit(page).click()
    await heading(page, '短链已创建', 2).waitFor()
    await page.getByRole('link', { name: `${site.addresses.redirect}/Spring-2026` }).waitFor()

    await page.getByRole('button', { name: '再创建一个' }).click()
    await expect.poll(() => target(page).inputValue()).toBe('')
    await code(page).fill('Spring-2026')
    await page.getByText('该后缀已被使用，请换一个').waitFor()
  }))

test('the calendar opens in the month that it is in China', () =>
  at(async page => {
    await page.clock.setFixedTime('2026-11-30T17:00:00Z')
    await page.reload()
    await fold(page, '有效期与访问限制')
    await page.getByLabel('生效时间').click()
    expect(await page.locator('.ant-picker-cell-today').getAttribute('title')).toBe('2026-12-01')
    await page.getByTitle('2026-12-31').click()
    await expect.poll(() => page.getByLabel('生效时间').inputValue()).toMatch(/^2026-12-31/)
    // A day that is chosen just before does not take the sentence away.
    await page.getByTitle('2026-12-30').click()
    await page.getByLabel('生效时间').fill('2031-02-31 10:00')
    await page.getByLabel('访问密码').focus()
    await page.getByText('“2031-02-31 10:00”不是可选的时间，没有采用').waitFor()
  }))

test('invalid targets are refused at their field', () =>
  at(async page => {
    for (const [text, sentence] of [
      ['https://127.0.0.1/', '目标网址须用域名，不能用 IP 地址'],
      ['https://2130706433/', '目标网址须用域名，不能用 IP 地址'],
      ['https://good.cn@evil.cn/', '目标网址不能含有用户名或密码（@ 之前的部分）'],
      ['javascript:alert(1)', '目标网址须以 http:// 或 https:// 开头'],
    ] as const) {
      await target(page).fill(text)
      await submit(page).click()
      await page.getByText(sentence).waitFor()
      expect(await target(page).evaluate(field => field === document.activeElement)).toBe(true)
    }
    expect(await heading(page, '短链已创建', 2).count()).toBe(0)
  }))

test('warnings appear while typing: no https, mixed scripts; a reserved word is refused', () =>
  at(async page => {
    await target(page).fill('http://bаidu.com/')
    await page.getByText('不是 https 网址').waitFor()
    await page.getByText(/混用了拉丁字母和西里尔字母/).waitFor()
    await code(page).fill('rep0rt')
    await page.getByText('该后缀由平台保留，请换一个').waitFor()
    await page.getByRole('link', { name: '统计分析' }).click()
    await page.getByText('要离开这个页面吗？').waitFor()
    await page.getByRole('button', { name: '留在本页' }).click()
    expect(await target(page).inputValue()).toBe('http://bаidu.com/')
  }))

test.each(viewsOf(import.meta.filename))('the form is accessible and never scrolls sideways at $width px, all sections open', view =>
  at(async page => {
    await target(page).fill('http://www.first-time.cn/')
    await page.getByText('该域名首次使用须审核').waitFor()
    for (const name of ['标题、标签与分组', '有效期与访问限制', '参数与来源', '按设备、应用和地区分流']) await fold(page, name)
    await page.getByRole('button', { name: '添加规则' }).click()
    await page.getByRole('button', { name: '再加一个网址' }).click()
    await checkAccessibility(page, 'form')
    await page.getByRole('button', { name: '删除规则1' }).click()
    await submit(page).click()
    await heading(page, '短链已创建', 2).waitFor()
    await page.getByRole('button', { name: '二维码' }).click()
    await page.getByRole('dialog', { name: '二维码' }).waitFor()
    await checkAccessibility(page, 'result')
  }, view),
)
