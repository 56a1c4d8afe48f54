import { setTimeout as pause } from 'node:timers/promises'
import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { billCalls } from '#contract/billing/bill.ts'
import { readAnswer } from '#test/support/answer.ts'
import { readLoad, shiftOf, watchLoads } from '#test/support/page-load.ts'
import { countSheets, printRows } from '#test/support/print.ts'
import { openSite } from '#test/support/site.ts'
import { checkAccessibility, choose, heading, rowOf, signIn, viewsOf } from '#test/support/visit.ts'
import { monthAfter, monthName } from '#values/china-month.ts'
import { chinaMonth } from '#values/china-time.ts'
import { haoPerFen, haoPerYuan } from '#values/money.ts'
import { firstOrThrow, lastOrThrow } from '#values/or-throw.ts'

const site = openSite()
const { at } = site

const running = chinaMonth(new Date())
const monthOf = (daysAgo: number) => chinaMonth(new Date(Date.now() - daysAgo * 86_400_000))
/** Month of the demo's purchases and refund three weeks ago. */
const ofRefund = monthOf(21)
/** Month in which at least a week of the demo's messages is. */
const ofMessages = monthOf(7)

test('a charge is found among a month of them, explains its price, and opens its messages', () =>
  at('customer', '/system/finance/consume', async page => {
    const rowsInView = () =>
      page
        .locator('tbody tr')
        .evaluateAll(
          rows => rows.filter(row => row.getBoundingClientRect().height > 30 && row.getBoundingClientRect().bottom <= innerHeight).length,
        )
    await expect.poll(rowsInView).toBeGreaterThanOrEqual(12)
    await page.getByRole('button', { name: '明细' }).first().waitFor()
    await choose(page, '计费项', '推广短信')
    await expect.poll(() => page.url()).toContain('item=marketing')
    await rowOf(page, '推广短信').filter({ hasNotText: '0条' }).getByRole('button', { name: '明细' }).first().click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('heading', { name: '为什么是这个价' }).waitFor()
    await drawer
      .getByText(/条短信各计\d条/)
      .first()
      .waitFor()
    await drawer
      .getByRole('table')
      .getByText(/^1\d{2}\*{4}\d{4}$/)
      .first()
      .waitFor()
  }))

test('the running month and a closed one: both balance, and the closed one is a PDF and a workbook', () =>
  at('customer', '/system/finance/bill/overview', async page => {
    await page.getByText('出账中').first().waitFor()
    const months = await readAnswer(billCalls.months, await page.request.get(`${site.addresses.console}/api/bills`))
    const closed = firstOrThrow(months.months.filter(month => month.state === 'closed' && month.orderHao > 0))
    await page.getByRole('button', { name: `${closed.month} 查看账单` }).click()
    await page.getByText(/账单号 B\d{6}-/).waitFor()
    const files = []
    for (const name of ['下载PDF', '下载Excel']) {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()])
      files.push(download.suggestedFilename())
    }
    expect(files).toEqual([`鸿雁账单${closed.month}.pdf`, `鸿雁账单${closed.month}.xlsx`])
    await page.getByRole('link', { name: '账单明细与对账' }).click()
    await heading(page, '账单明细').waitFor()
    await page.getByText('全部相符').waitFor()
    await choose(page, '类型', '订单')
    await rowOf(page, '套餐购买').first().getByRole('button', { name: '明细' }).click()
    await page.getByRole('dialog').getByText('订单号').waitFor()
  }))

test('a day of the consumption and a month of the bills open their lines from the charts', () =>
  at('customer', '/system/finance/consume', async page => {
    const tableOf = async (name: string) => {
      const chart = page.getByRole('figure', { name })
      await chart.getByText('表', { exact: true }).click()
      return chart.getByRole('table').getByRole('row')
    }
    const day = (await tableOf('每日消费')).filter({ has: page.getByRole('cell').getByRole('link') }).last()
    const name = await day.getByRole('rowheader').innerText()
    await day.getByRole('cell').getByRole('link').first().click()
    await page.waitForURL(
      url => url.searchParams.get('from') === name && url.searchParams.get('to') === name && url.searchParams.has('item'),
    )
    await page.goto(`${site.addresses.console}/system/finance/bill/overview`)
    const month = (await tableOf('近12个月消费')).filter({ hasText: ofRefund })
    await month.getByRole('cell').getByRole('link').first().click()
    await heading(page, '账单明细').waitFor()
    expect(new URL(page.url()).searchParams.get('kind')).toBe('order')
    expect(new URL(page.url()).searchParams.get('month')).toBe(ofRefund)
    await rowOf(page, '套餐购买').first().waitFor()
  }))

test('a month without a bill is refused', () =>
  at('customer', `/system/finance/bill/overview?month=${monthAfter(running, 2)}`, async page => {
    await heading(page, `${monthName(monthAfter(running, 2))}没有账单`, 2).waitFor()
  }))

test('the figures of a month with refunds, which come late, move nothing', () =>
  at(
    'customer',
    `/system/finance/bill/detail?month=${ofRefund}`,
    async page => {
      await watchLoads(page)
      await page.route('**/api/bills/totals*', async route => {
        await pause(1_000)
        await route.continue()
      })
      await page.reload()
      await page.getByText('已减退款').waitFor()
      expect(shiftOf(await readLoad(page))).toBeLessThanOrEqual(0.002)
    },
    { width: 420 },
  ))

test('all lines of a month are on paper, with one page of them on the screen', () =>
  at('customer', `/system/finance/bill/detail?month=${ofMessages}`, async page => {
    const rows = page.getByRole('region', { name: '账单明细列表' }).locator('tbody tr')
    await rows.nth(19).getByRole('button').first().waitFor()
    expect(await rows.count()).toBe(20)
    expect(await printRows(page)).toBeGreaterThan(20)
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await expect.poll(() => rows.count()).toBe(20)
  }))

test('the bill of a month is two sheets of paper', () =>
  at('customer', '/system/finance/bill/overview', async page => {
    await page.getByRole('heading', { name: '各月账单' }).waitFor()
    await page.getByText('花费最多的任务').waitFor()
    expect(await countSheets(page)).toBe(2)
  }))

test('a page that still loads is printed when it is complete', () =>
  at('customer', '/system/finance/bill/overview', async page => {
    const held: Route[] = []
    await page.route('**/api/bills/month?*', route => void held.push(route))
    await page.reload()
    await expect.poll(() => held.length).toBe(1)
    await heading(page, '账单总览').waitFor()
    const printed = printRows(page)
    await page.getByText('页面加载中').waitFor({ state: 'attached' })
    for (const route of held) await route.continue()
    await printed
    expect(await page.locator('[data-skeleton]').count()).toBe(0)
  }))

/** The amounts of a text in 毫, and how many decimals they have. */
const amountsIn = (text: string) => {
  const found = [...text.matchAll(/¥([\d,]+)\.(\d+)/g)].map(([, whole = '', part = '']) => ({ whole, part }))
  return {
    hao: found.map(({ whole, part }) => Number(whole.replaceAll(',', '')) * haoPerYuan + Number(part.padEnd(4, '0'))),
    decimals: [...new Set(found.map(({ part }) => part.length))],
  }
}

test('amounts of the overview have two decimals, parts below a fen more, and add up to their sums', () =>
  at('customer', '/system/home', async page => {
    // A message that cost 4.55 fen.
    const usedHao = 455
    await page.route(/\/api\/finance\/overview/, async route => {
      const response = await route.fetch()
      const { month, availableHao, ...rest } = await response.json()
      const used = { ...month, usageHao: month.usageHao + usedHao, closingHao: month.closingHao - usedHao }
      await route.fulfill({ response, json: { ...rest, availableHao: availableHao - usedHao, month: used } })
    })
    await page.goto(`${site.addresses.console}/system/finance/overview`)
    const bridge = page.getByRole('list', { name: '余额的变化' })
    await bridge.getByText('当前余额（含冻结）').waitFor()
    const { hao, decimals } = amountsIn((await page.locator('#main [class*=number]').allInnerTexts()).join('\n'))
    expect(hao.some(one => one % haoPerFen > 0)).toBe(true)
    expect(decimals.toSorted()).toEqual([2, 4])
    const signed = amountsIn(await bridge.innerText()).hao
    const signs = [...(await bridge.innerText()).matchAll(/[＋−＝]/g)].map(([sign]) => sign)
    const sum = signed.slice(1, -1).reduce((total, one, place) => total + (signs[place] === '−' ? -one : one), firstOrThrow(signed))
    expect(sum).toBe(lastOrThrow(signed))
    // The header has one amount alone, in whole fen.
    expect(amountsIn(await page.getByRole('banner').innerText()).decimals).toEqual([2])
  }))

test('the overview balances; the balance warning refuses a second level above the first one and saves a valid one', () =>
  at('customer', '/system/finance/overview', async page => {
    await page.getByRole('list', { name: '余额的变化' }).getByText('当前余额（含冻结）').waitFor()
    await page.getByRole('button', { name: /^(设置|修改)余额预警$/ }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('一级阈值（元）').fill('100')
    await drawer.getByLabel('二级阈值（元，选填）').fill('200')
    await drawer.getByRole('button', { name: '保存' }).click()
    await drawer.getByText('二级阈值要小于一级阈值').waitFor()
    await drawer.getByLabel('二级阈值（元，选填）').fill('50.50')
    await drawer.getByRole('button', { name: '保存' }).click()
    await page.getByText('¥50.50').waitFor()
    await page.getByRole('button', { name: '冻结在哪里' }).click()
    await page
      .getByRole('dialog')
      .getByText(/发送时先冻结/)
      .waitFor()
  }))

test('staff have the books of all customers verified and see that all balance; reviewers have no access', () =>
  site.visit(async page => {
    const { login, password } = site.addresses.demo.admin
    await signIn(page, `${site.addresses.admin}/ledger-health`, { login, password })
    await heading(page, '账务健康').waitFor()
    await heading(page, '检查记录', 2).waitFor()
    const passed = page.getByRole('region', { name: '检查记录' }).getByRole('row').filter({ hasText: '全部相符' })
    const before = await passed.count()
    await page.getByRole('button', { name: '立即检查' }).click()
    await page.getByText('已开始检查，完成后这里会更新').waitFor()
    await expect.poll(() => passed.count()).toBeGreaterThan(before)
    await rowOf(page, '可开票').getByText('相符', { exact: true }).waitFor()
    await page.getByText('上次检查没有发现差异').waitFor()
    await checkAccessibility(page, 'ledger-health')
    await site.visit(async reviewer => {
      await signIn(reviewer, `${site.addresses.admin}/ledger-health`, { login: 'reviewer', password })
      await heading(reviewer, '没有权限', 2).waitFor()
    })
  }))

test.each(viewsOf(import.meta.filename))('billing pages are accessible and never scroll sideways at $width px', options =>
  at(
    'customer',
    '/system/finance/overview',
    async page => {
      const screens = ['overview', 'consume', 'bill/overview', 'bill/detail'].map(name => `/system/finance/${name}`)
      for (const screen of screens) {
        await page.goto(site.addresses.console + screen)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.waitForLoadState('networkidle')
        await checkAccessibility(page, screen)
      }
    },
    options,
  ),
)
