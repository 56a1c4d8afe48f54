import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { broadcastCalls } from '#contract/broadcast/broadcast.ts'
import { toConfirm } from '#test/support/broadcast-form.ts'
import { countSheets } from '#test/support/print.ts'
import { openSite } from '#test/support/site.ts'
import { checkAccessibility, heading, openSignedIn, rowOf, untilFocused, type View, viewsOf } from '#test/support/visit.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const site = openSite()

const atHistory = (work: (page: Page) => Promise<void>, view: View = {}) =>
  site.visit(async page => {
    await openSignedIn(page, `${site.addresses.console}/sms/broadcast-history`, site.addresses.demo.customer)
    await heading(page, '群发记录').waitFor()
    await work(page)
  }, view)
test('a record shows its results, and its failed numbers fill a new broadcast', () =>
  atHistory(async page => {
    await rowOf(page, '秋冬新品到店').getByRole('button', { name: '详情' }).click()
    await heading(page, '没有成功的原因', 2).waitFor()
    await page.getByText('关机或不在服务区').waitFor()
    const carriers = page.getByRole('region', { name: '按运营商' })
    await carriers.getByRole('columnheader', { name: '等待回执' }).waitFor()
    await carriers.getByRole('row', { name: /中国移动/ }).waitFor()
    const [name = '', messageCount] = (await carriers.locator('tbody tr').first().locator('td').allInnerTexts()).slice(0, 2)
    await carriers.getByRole('link', { name, exact: true }).click()
    await page.waitForURL(/delivery\?broadcastId=.*carrier=/)
    await page
      .getByText('短信', { exact: true })
      .locator('..')
      .locator('..')
      .getByText(messageCount ?? '', { exact: true })
      .first()
      .waitFor()
    await page.getByRole('button', { name: /^取消筛选：群发编号/ }).waitFor()
    await page.goBack()
    await page.getByRole('region', { name: '按省份' }).waitFor()
    const cause = page.getByRole('listitem').filter({ hasText: '关机或不在服务区' }).getByRole('button').first()
    const failed = Number(/\d+/.exec(await cause.innerText())?.[0])
    // A cause lists the messages behind it, on this page.
    await cause.click()
    const listed = page.getByRole('region', { name: '这个原因的短信' })
    await expect.poll(() => listed.getByRole('row').count()).toBe(Math.min(10, failed) + 1)
    const again = page.getByRole('button', { name: '再发一次' })
    await again.press('Enter')
    const dialog = page.getByRole('dialog').filter({ hasText: '再发“秋冬新品到店”' })
    await untilFocused(dialog.getByRole('radio', { name: '没有成功的号码' }))
    await page.keyboard.press('Escape')
    await untilFocused(again)
    await again.click()
    expect(await dialog.getByRole('checkbox', { name: /空号或停机/ }).isChecked()).toBe(false)
    for (const box of await dialog.getByRole('checkbox').all()) await box.uncheck()
    await expect.poll(() => dialog.getByRole('button', { name: '下一步' }).isDisabled()).toBe(true)
    await dialog.getByRole('checkbox', { name: /关机或不在服务区/ }).check()
    await dialog.getByRole('button', { name: '下一步' }).click()
    await heading(page, '号码', 2).waitFor()
    await page.getByText('秋冬新品到店：失败的号码').first().waitFor()
    await page.getByText('检查完成', { exact: true }).waitFor()
    await toConfirm(page)
    expect(failed).toBeGreaterThan(0)
    await expect.poll(() => page.getByRole('textbox', { name: '任务名称' }).inputValue()).toBe('秋冬新品到店')
  }))

test.each([
  ['/sms/broadcast-task', '群发任务'],
  ['/sms/app-config', '应用管理'],
  ['/system/finance/order', '订单'],
])('an id that nothing has leads from %s back to its list', (path, title) =>
  atHistory(async page => {
    await page.goto(`${site.addresses.console}${path}?id=999999`)
    await heading(page, '没有找到', 2).waitFor()
    expect(await page.getByRole('button', { name: '重试' }).count()).toBe(0)
    await page.getByRole('button', { name: '返回列表' }).click()
    await page.getByRole('row').first().waitFor()
    await heading(page, title).waitFor()
    expect(new URL(page.url()).search).toBe('')
  }),
)

test('a record is opened by a click on its row, by its name, and in a new tab like any link; back leads to the same list', () =>
  atHistory(async page => {
    await page.goto(`${site.addresses.console}/sms/broadcast-history?search=秋冬新品`)
    const row = rowOf(page, '秋冬新品到店')
    await row.getByRole('cell').nth(2).click()
    await heading(page, '秋冬新品到店').waitFor()
    await page.getByRole('button', { name: '返回列表' }).click()
    expect(new URL(page.url()).search).toBe(`?${new URLSearchParams({ search: '秋冬新品' })}`)
    const name = row.getByRole('link', { name: '秋冬新品到店' })
    expect(await name.getAttribute('href')).toMatch(/^\/sms\/broadcast-history\?id=/)
    await name.click()
    await heading(page, '秋冬新品到店').waitFor()
    // It is compared with another one, and shown on the whole screen.
    await page.getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '与另一次对比' }).click()
    const other = page.getByRole('combobox', { name: '对比的群发' })
    await expect.poll(() => other.evaluate(field => field === document.activeElement)).toBe(true)
    await other.fill('双十二')
    await page.getByTitle(/^双十二预热/).click()
    await page
      .getByRole('region', { name: '两次群发的结果' })
      .getByRole('row', { name: /到达率/ })
      .waitFor()
    await page.goto(`${page.url()}&view=full`)
    await page.getByRole('button', { name: '退出全屏' }).click()
    await page.getByRole('navigation', { name: '功能' }).waitFor()
  }))

test('the report of a broadcast, with a short link too, and the statistics, are two sheets of paper', () =>
  atHistory(async page => {
    for (const [name, last] of [
      ['秋冬新品到店', '回复'],
      ['双十二预热', '谁点击了'],
    ] as const) {
      await page.goto(`${site.addresses.console}/sms/broadcast-history?id=${await idOf(page, name)}`)
      await page.getByRole('region', { name: last }).waitFor()
      await page.getByRole('region', { name: '按省份' }).waitFor()
      expect(await countSheets(page)).toBe(2)
    }
    await page.goto(`${site.addresses.console}/sms/smsTotal`)
    await page.getByRole('figure', { name: '提交' }).waitFor()
    await heading(page, '各时段提交', 2).waitFor()
    expect(await countSheets(page)).toBe(2)
  }))

test('a long list is sorted by its call, in the address, and back to its own order', () =>
  atHistory(async page => {
    const head = page.getByRole('columnheader', { name: '号码数' })
    await rowOf(page, '秋冬新品到店').waitFor()
    const counts = async () => {
      const at = await head.evaluate(cell => [...(cell.parentElement?.children ?? [])].indexOf(cell))
      const texts = await page.locator(`tbody tr td:nth-child(${at + 1})`).allInnerTexts()
      return texts.map(text => Number(text.replaceAll(',', '')))
    }
    const own = await counts()
    await head.getByRole('button').press('Enter')
    await page.waitForURL(/order=recipients/)
    await expect.poll(counts).toEqual(own.toSorted((a, b) => b - a))
    expect(await head.getAttribute('aria-sort')).toBe('descending')
    await page.reload()
    await expect.poll(counts).toEqual(own.toSorted((a, b) => b - a))
    await head.getByRole('button').press('Enter')
    await expect.poll(counts).toEqual(own)
  }))

test('records are filtered by name, kind and author, and the address keeps the filter', () =>
  atHistory(async page => {
    await page.getByRole('textbox', { name: '任务名称或内容' }).fill('会员日')
    await page.keyboard.press('Enter')
    await rowOf(page, '秋冬新品到店').waitFor({ state: 'detached' })
    await expect.poll(() => rowOf(page, '会员日').count()).toBe(2)
    await page.reload()
    await rowOf(page, '会员日').first().waitFor()
    expect(await rowOf(page, '秋冬新品到店').count()).toBe(0)
    await page.getByRole('textbox', { name: '任务名称或内容' }).fill('没有这个名字')
    await page.keyboard.press('Enter')
    await page
      .getByRole('button', { name: /重置|清除/ })
      .first()
      .waitFor()
  }))

test('several tasks are paused at once, and those that can’t be are named', () =>
  site.visit(async page => {
    await openSignedIn(page, `${site.addresses.console}/sms/broadcast-task`, site.addresses.demo.customer)
    const row = rowOf(page, '批发客户到货通知')
    await row.getByRole('checkbox').check()
    const bar = page.getByRole('toolbar', { name: '批量操作' })
    await bar.getByRole('button', { name: '暂停' }).click()
    await page.getByText('另有 1 个现在不能暂停').waitFor()
    await page.getByRole('button', { name: '返回' }).click()
    await bar.getByRole('button', { name: '取消', exact: true }).click()
    await page.getByRole('button', { name: '取消发送' }).click()
    await page.getByText('已取消 1 个群发').waitFor()
    await row.getByRole('button', { name: '查看报告' }).waitFor()
    await page.getByRole('button', { name: '草稿' }).click()
    await page.getByText('没有草稿').or(page.getByRole('row').nth(1)).first().waitFor()
  }))

test.each(viewsOf(import.meta.filename))(
  'records, their detail and resending are accessible and never scroll sideways at $width px',
  options =>
    atHistory(async page => {
      await page.getByRole('row').nth(1).waitFor()
      await checkAccessibility(page, 'history')
      await page.goto(`${page.url()}?id=${await idOf(page, '秋冬新品到店')}`)
      await heading(page, '没有成功的原因', 2).waitFor()
      await checkAccessibility(page, 'detail')
      await page.getByRole('button', { name: '再发一次' }).click()
      await page.getByRole('dialog').filter({ hasText: '再发“' }).getByRole('checkbox').first().waitFor()
      await checkAccessibility(page, 'again')
      await page.goto(`${site.addresses.console}/sms/broadcast-task?state=draft`)
      await heading(page, '群发任务').waitFor()
      await checkAccessibility(page, 'drafts')
    }, options),
)

async function idOf(page: Page, name: string): Promise<string> {
  const answer = await page.request.get(`${site.addresses.console}/api/broadcasts?part=finished`)
  const { rows } = z.looseObject({ rows: z.array(z.looseObject({ broadcastId: z.string(), name: z.string() })) }).parse(await answer.json())
  return firstOrThrow(rows.filter(row => row.name === name)).broadcastId
}

test('a list that is read again every few seconds says that it could not be loaded, and goes on saying it', () =>
  site.at('customer', '/system/home', async page => {
    await page.route(
      url => url.pathname === broadcastCalls.list.path,
      route => route.fulfill({ status: 503, json: { error: { code: 'busy', message: '服务暂不可用，请稍后再试' } } }),
    )
    await page.goto(`${site.addresses.console}/sms/broadcast-history`)
    const failed = page.getByRole('alert').filter({ hasText: '服务暂不可用' })
    await failed.waitFor()
    for (let times = 0; times < 8; times += 1) {
      await pause(1_000)
      expect(await failed.isVisible()).toBe(true)
    }
  }))
