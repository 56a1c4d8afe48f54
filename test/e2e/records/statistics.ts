import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSite } from '#test/support/site.ts'
import { checkAccessibility, choose, heading, rowOf, viewsOf } from '#test/support/visit.ts'
import { matchOrThrow } from '#values/or-throw.ts'

const site = openSite()

const { at } = site

const numberIn = (text: string) => Number(text.replaceAll(/\D/g, ''))
/** A figure of the top row, by its label. */
const figure = async (page: Page, label: string) => {
  const card = page.locator('[class*=figure]').filter({ has: page.getByText(label, { exact: true }) })
  await expect.poll(() => card.first().innerText(), { timeout: 20_000 }).toMatch(/\d/)
  return numberIn(matchOrThrow(/[\d,]+/, await card.first().innerText())[0])
}

test('a term explains itself on hover, on a tap and by keyboard: one stop of the Tab key, arrows go on, Escape closes', () =>
  at('customer', '/sms/smsTotal', async page => {
    await page.getByRole('figure', { name: '提交' }).waitFor()
    const tip = page.getByRole('tooltip')
    const charged = page.locator('thead').getByText('扣费条数')
    await charged.hover()
    await tip.filter({ hasText: '实际扣费的条数' }).waitFor()
    await charged.click()
    expect(await tip.isVisible()).toBe(true)
    const stops = page.locator('#main dfn[tabindex="0"]')
    await expect.poll(() => stops.count()).toBe(1)
    await page.getByRole('heading', { level: 1 }).hover()
    await tip.waitFor({ state: 'hidden' })
    await stops.focus()
    await page.keyboard.press('ArrowRight')
    await tip.filter({ hasText: '回执为已送达的短信' }).waitFor()
    expect(await page.locator('dfn:focus').getAttribute('aria-describedby')).toBe(await tip.getAttribute('id'))
    await checkAccessibility(page, 'explained term')
    await page.keyboard.press('Escape')
    await tip.waitFor({ state: 'hidden' })
  }))

test('statistics count what the list of messages counts; a part is filtered, shared by its address and exported', () =>
  at('customer', '/sms/smsTotal', async page => {
    await page.getByRole('figure', { name: '提交' }).waitFor()
    const accepted = await figure(page, '提交')
    expect(accepted).toBeGreaterThan(1_000)
    await page.goto(`${site.addresses.console}/sms/delivery`)
    expect(await figure(page, '短信')).toBe(accepted)
    await page.goBack()
    await choose(page, '类型', '推广')
    await page.waitForURL(/kind=marketing/)
    await choose(page, '拆分', '按模板')
    await page.waitForURL(/split=template/)
    await choose(page, '指标', '到达率')
    await page.waitForURL(/metric=rate/)
    await page.getByRole('figure', { name: '到达率（按模板）' }).waitFor()
    await rowOf(page, '会员日').first().waitFor()
    const part = await figure(page, '提交')
    expect(part).toBeLessThan(accepted)
    const sum = await page.locator('tfoot td').first().innerText()
    expect(numberIn(sum)).toBe(part)
    await page.reload()
    await page.getByRole('figure', { name: '到达率（按模板）' }).waitFor()
    expect(await figure(page, '提交')).toBe(part)
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '下载数据' }).nth(1).click()])
    const text = await readFile(await download.path(), 'utf8')
    expect(text).toMatch(/^\ufeff"模板","提交","成功"/)
    expect(text.trimEnd().split('\r\n').at(-1)).toContain(`"合计","${part}"`)
  }))

test('a failure code links to its messages', () =>
  at('customer', '/sms/smsTotal', async page => {
    await heading(page, '没有成功的原因', 2).waitFor()
    const code = page.getByRole('link', { name: 'MK:0001' })
    await code.click()
    await page.waitForURL(/\/sms\/delivery\?.*code=MK/)
    await page.getByText('空号').first().waitFor()
  }))

test('bars, cells of the week and steps of the chart open the list of exactly the messages that they count, by mouse and by keys', () =>
  at('customer', '/sms/smsTotal?by=day', async page => {
    const panel = (title: string) => page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    const counted = (text: string) => numberIn(matchOrThrow(/([\d,]+)(?: ·|条| 条|$)/, text)[1] ?? '')
    const expectListed = async (filter: RegExp, count: number) => {
      await page.waitForURL(filter)
      await heading(page, '发送记录').waitFor()
      expect(await figure(page, '短信')).toBe(count)
      await page.goBack()
      await page.getByRole('figure', { name: '提交' }).waitFor()
    }
    const cause = panel('没有成功的原因').locator('ol > li > a').first()
    const causeCount = counted(await cause.innerText())
    await cause.click()
    await expectListed(/delivery\?.*state=missed/, causeCount)
    const province = panel('省份/国家').locator('ol > li > a').first()
    const provinceCount = counted(await province.innerText())
    await province.focus()
    await page.keyboard.press('Enter')
    await expectListed(/delivery\?.*province=/, provinceCount)
    const week = panel('各时段提交')
    const stop = week.locator('a[tabindex="0"]')
    await stop.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.locator('a:focus').getAttribute('data-place')).toMatch(/^\d,\d+$/)
    const cell = (await page.locator('a:focus').textContent()) ?? ''
    await page.keyboard.press('Enter')
    await expectListed(/delivery\?.*(weekday=\d&hour=|hour=\d+&weekday=)/, counted(cell.split('：')[1] ?? ''))
    const trend = page.getByRole('figure', { name: '提交' })
    await trend.getByText('表', { exact: true }).click()
    const step = trend.locator('tbody tr').last()
    const stepCount = numberIn(await step.locator('td').first().innerText())
    await step.locator('th a').click()
    await expectListed(/delivery\?from=(.*)&to=\1$/, stepCount)
    // A press anywhere on the column of the picture.
    const picture = trend.locator('svg')
    await picture.waitFor()
    const box = await picture.boundingBox()
    await picture.click({ position: { x: (box?.width ?? 0) - 40, y: 150 } })
    await expectListed(/delivery\?from=(.*)&to=\1$/, stepCount)
    // By keyboard: the steps of the picture are read one by one, and opened.
    const point = trend.getByRole('slider')
    await point.press('ArrowLeft')
    await point.press('ArrowRight')
    expect(await point.getAttribute('aria-valuetext')).toContain(`提交 ${stepCount.toLocaleString('en-US')} 条`)
    await point.press('Enter')
    await expectListed(/delivery\?from=(.*)&to=\1$/, stepCount)
  }))

test('a period of more than thirteen months is refused, and the hourly view only covers as many days as can be read', () =>
  at('customer', '/sms/smsTotal?from=2024-01-01&to=2026-01-01', async page => {
    await page.getByText('一次最多统计397天').first().waitFor()
    await page.goto(`${site.addresses.console}/sms/smsTotal?from=2026-09-01&to=2026-11-01&by=hour`)
    // The input itself is hidden behind its drawn replacement.
    await page.getByRole('radio', { name: '按时' }).waitFor({ state: 'attached' })
    await expect.poll(() => page.getByRole('radio', { name: '按时' }).isDisabled()).toBe(true)
    await expect.poll(() => page.getByRole('radio', { name: '按日' }).isChecked()).toBe(true)
  }))

test('the overview shows today, the trend, what needs attention, what is left and delivery rates; its figures link to their analysis', () =>
  at('customer', '/sms/home', async page => {
    await page.getByRole('figure', { name: '近7天提交' }).waitFor()
    await page.getByText('近30天', { exact: true }).first().click()
    const trend = page.getByRole('figure', { name: '近30天提交' })
    await trend.getByRole('slider').focus()
    // In the legend and beside the step; a series that is switched off is in the legend alone.
    await expect.poll(() => trend.getByText('验证码', { exact: true }).count()).toBe(2)
    await trend.getByRole('checkbox', { name: '验证码' }).press('Space')
    await trend.getByRole('slider').focus()
    await trend.getByText('推广', { exact: true }).nth(1).waitFor()
    expect(await trend.getByText('验证码', { exact: true }).count()).toBe(1)
    await page.getByText('1 个签名未通过审核').waitFor()
    await page.getByText('通用短信体验包').first().waitFor()
    await expect.poll(() => rowOf(page, '中国移动').innerText()).toContain('正常')
    await page.getByRole('link', { name: '昨天' }).click()
    await page.waitForURL(/\/sms\/smsTotal\?from=.*to=/)
    await page.getByRole('button', { name: '提交时间：昨天' }).waitFor()
  }))

test('a new account sees its first steps, and that there is nothing to count yet', () =>
  at('empty', '/sms/home', async page => {
    await page.getByText(/共 5 步，已完成 0 步/).waitFor()
    await page.getByText('近7天没有发送').waitFor()
    await page.goto(`${site.addresses.console}/sms/smsTotal`)
    await page.getByText('还没有发送过短信').waitFor()
    await checkAccessibility(page, 'nothing to count')
    await page.locator('#main').getByRole('link', { name: '群发短信' }).click()
    await heading(page, '群发短信').waitFor()
  }))

test.each(viewsOf(import.meta.filename))('overview and statistics are accessible and never scroll sideways at $width px', options =>
  at(
    'customer',
    '/sms/home',
    async page => {
      await page.getByRole('figure', { name: '近7天提交' }).waitFor()
      await rowOf(page, '中国移动').waitFor()
      await checkAccessibility(page, 'overview')
      await page.goto(`${site.addresses.console}/sms/smsTotal?split=carrier`)
      await page.getByRole('figure', { name: '提交（按运营商）' }).waitFor()
      await heading(page, '各时段提交', 2).waitFor()
      await page.getByText('图', { exact: true }).waitFor()
      await checkAccessibility(page, 'statistics')
      await page.getByText('表', { exact: true }).click()
      await checkAccessibility(page, 'statistics as a table')
    },
    options,
  ),
)
