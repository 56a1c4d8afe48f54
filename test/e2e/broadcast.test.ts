import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { atContent, atStep, deliveredOf, fillIn, messagesOn, next, toConfirm } from '#test/support/broadcast-form.ts'
import { setRecallSeconds } from '#test/support/recall.ts'
import { openSite } from '#test/support/site.ts'
import { checkAccessibility, heading, rowOf, untilFocused, type View, viewsOf } from '#test/support/visit.ts'

const site = openSite()

const atForm = (who: 'customer' | 'empty', work: (page: Page) => Promise<void>, view: View = {}) => atContent(site, who, work, view)

test('a file of numbers is sent to: from the signature to the delivered record, with a reload on the way and a double click at the end', () =>
  atForm('customer', async page => {
    await fillIn(page, { prefix: 1_381_000, count: 40, broken: ['12345,YT1,1.00', '13810009999,不合格,1.00'] })
    await page.reload()
    await page.getByText('检查完成', { exact: true }).waitFor()
    await next(page)
    await atStep(page, '时间')
    await next(page)
    await atStep(page, '费用')
    await page.getByRole('row', { name: /合计\s*40\s*条/ }).waitFor()
    // Neither the second click of a double click nor another Enter reaches the send button that appears in its place.
    await page.getByRole('button', { name: '下一步' }).dblclick()
    await atStep(page, '确认')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('确认')
    await page.getByRole('textbox', { name: '任务名称' }).fill('十一月退款通知')
    const formAddress = page.url()
    const sends: string[] = []
    page.on('request', request => {
      if (request.url().endsWith('/api/broadcasts/send')) sends.push(request.headers()['idempotency-key'] ?? '')
    })
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    // Within the time to recall nothing leaves; recalled, the form is as it was.
    await setRecallSeconds(site.platform, 60)
    await page.getByRole('button', { name: '立即发送' }).dblclick()
    await heading(page, '十一月退款通知').waitFor()
    expect(new Set(sends).size).toBe(1)
    await page
      .getByRole('timer')
      .getByText(/\d+ 秒后开始发送/)
      .waitFor()
    await page.reload()
    await page.getByRole('timer').waitFor()
    await page.goto(`${site.addresses.console}/system/home`)
    await page.getByRole('listitem').filter({ hasText: '十一月退款通知' }).getByText('即将发送').waitFor()
    await page.goBack()
    const sentAddress = page.url()
    await page.getByRole('button', { name: '撤回' }).click()
    await atStep(page, '确认')
    await page.goto(sentAddress)
    await page.getByRole('link', { name: '继续填写' }).click()
    await atStep(page, '确认')
    expect(await page.getByRole('textbox', { name: '任务名称' }).inputValue()).toBe('十一月退款通知')
    await page
      .getByRole('definition')
      .filter({ hasText: /^40 个号码$/ })
      .waitFor()

    await setRecallSeconds(site.platform, 1)
    const streamed = page.waitForResponse(response => response.url().includes('/api/broadcasts/progress'))
    await page.getByRole('button', { name: '立即发送' }).click()
    await heading(page, '十一月退款通知').waitFor()
    expect((await streamed).headers()['content-type']).toMatch(/^text\/event-stream/)
    await setRecallSeconds(site.platform, 0)

    // The page stays when it ends, says so in a message and above, and is its report.
    await page.getByText('“十一月退款通知”已结束').waitFor()
    await page.getByRole('alert').filter({ hasText: '这次群发已结束' }).waitFor()
    await page.getByText('已完成').first().waitFor()
    const step = (name: string) => page.locator(`[data-step="${name}"]`)
    await step('成功').getByText('40', { exact: true }).waitFor()
    // Progress refreshes the header's balance.
    await expect.poll(() => asked.slice(asked.indexOf('/api/broadcasts/progress'))).toContain('/api/me')
    // The two rows that were not sent to can still be looked up.
    const refused = await page.request.get(
      `${site.addresses.console}${await page.getByRole('link', { name: '下载号码和原因' }).getAttribute('href')}`,
    )
    expect((await refused.text()).trim().split('\n')).toHaveLength(3)
    const report = await page.request.get(
      `${site.addresses.console}/api/broadcasts/report.pdf${new URL(page.url()).search.replace('id=', 'broadcastId=')}`,
    )
    expect((await report.body()).subarray(0, 5).toString()).toBe('%PDF-')
    await shareReport(page)

    await page.goto(`${site.addresses.console}/sms/broadcast-history`)
    const record = rowOf(page, '十一月退款通知')
    await record.waitFor()
    expect(await record.count()).toBe(1)
    await deliveredOf(record, '40')
    expect(await messagesOn(site, '13810001007')).toEqual(['【云栈集市】订单YT1007的退款8.50元已原路退回，到账时间以银行为准。'])
    // Going back to the form after sending says so, and the form is empty.
    await page.goto(formAddress)
    await heading(page, '这次群发已经提交', 2).waitFor()
    expect(await page.getByRole('button', { name: '重试' }).count()).toBe(0)
    await page.getByRole('link', { name: '查看这次群发' }).click()
    await heading(page, '十一月退款通知').waitFor()
    await page.goto(`${site.addresses.console}/sms/broadcast`)
    await page.getByText('选签名和内容，导入号码，确认费用后发送。').waitFor()
  }))

/** Shares the report that is open, and reads it without an account. */
async function shareReport(page: Page): Promise<void> {
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '分享报告' }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: '分享报告' })
  await dialog.getByLabel('密码', { exact: true }).fill('雁阵')
  await page.keyboard.press('Enter')
  await dialog.getByText('密码至少6个字符').waitFor()
  await dialog.getByLabel('密码', { exact: true }).fill('雁阵2026年')
  await page.keyboard.press('Enter')
  await untilFocused(dialog.getByRole('button', { name: '复制链接' }))
  const address = await dialog.getByRole('textbox', { name: '分享链接' }).inputValue()
  await checkAccessibility(page, 'a shared report')
  await site.visit(async visitor => {
    await visitor.goto(address)
    await visitor.getByLabel('密码', { exact: true }).fill('雁阵2026')
    await visitor.getByRole('button', { name: '查看报告' }).click()
    await visitor.getByText('密码不对').waitFor()
    await visitor.getByLabel('密码', { exact: true }).fill('雁阵2026年')
    await visitor.getByRole('button', { name: '查看报告' }).click()
    await heading(visitor, '十一月退款通知').waitFor()
    await visitor.locator('[data-step="成功"]').getByText('40', { exact: true }).waitFor()
    expect(await visitor.getByRole('main').innerText()).not.toMatch(/1\d{2}(\d{4}|\*{4})\d{4}/)
    await checkAccessibility(visitor, 'the shared report')
  })
  await dialog.getByRole('button', { name: '停用' }).click()
  await page.getByText('链接已停用').waitFor()
  await dialog.getByRole('button', { name: '完成' }).click()
}

test('more than ten thousand numbers need the code sent to the member’s own phone', () =>
  atForm('customer', async page => {
    await fillIn(page, { prefix: 1_382_000, count: 10_001 })
    await toConfirm(page)
    const button = page.getByRole('button', { name: '立即发送' })
    await page.getByText('号码超过10,000个').waitFor()
    await expect.poll(() => button.isDisabled()).toBe(true)
    await page.getByRole('button', { name: '获取验证码' }).click()
    await page.getByRole('button', { name: /秒后可重新获取/ }).waitFor()
    const phone = '19200002001'
    let code: string | undefined
    while (!code) code = (await messagesOn(site, phone)).map(text => /10001个号码的群发，确认码(\d{6})/.exec(text)?.[1]).find(Boolean)
    const field = page.getByRole('textbox', { name: '短信验证码' })
    await field.fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'))
    await button.click()
    await page.getByText('验证码错误或已失效').waitFor()
    await field.fill(code)
    await button.dblclick()
    await page.getByRole('heading', { level: 1, name: /退款到账/ }).waitFor()
    await page.getByText(/已提交 /).waitFor()
    await page.getByRole('button', { name: '取消', exact: true }).click()
    await page.getByText(/已提交给运营商的 .* 个无法撤回/).waitFor()
    await page.getByRole('button', { name: '取消发送' }).click()
    await page.getByText(/已取消 [\d,]+ 个号码，退回 [\d,]+ 条/).waitFor()
  }))

test('an ended session and a lost answer lose nothing: the same click again sends once; without the event stream the page polls', () =>
  atForm('customer', async page => {
    await page.route('**/api/broadcasts/progress*', route => route.abort())
    await fillIn(page, { prefix: 1_385_000, count: 30 })
    await toConfirm(page)
    await page.getByRole('textbox', { name: '任务名称' }).fill('断网也只发一次')
    const button = page.getByRole('button', { name: '立即发送' })
    const cookies = await page.context().cookies()
    await page.context().clearCookies()
    await button.click()
    await page.getByRole('dialog', { name: '登录已过期' }).waitFor()
    await page.context().addCookies(cookies)
    await page.getByRole('button', { name: '已登录，继续' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    const keys: (string | undefined)[] = []
    await page.route('**/api/broadcasts/send', async route => {
      keys.push(route.request().headers()['idempotency-key'])
      const answer = await route.fetch()
      if (keys.length === 1) await route.abort()
      else await route.fulfill({ response: answer })
    })
    await button.click()
    await page.getByText('网络连接失败').waitFor()
    expect(await page.getByRole('textbox', { name: '任务名称' }).inputValue()).toBe('断网也只发一次')
    await button.click()
    await heading(page, '断网也只发一次').waitFor()
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
    await page.getByText(/^这次群发已结束/).waitFor()
    await page.goto(`${site.addresses.console}/sms/broadcast-history`)
    const record = rowOf(page, '断网也只发一次')
    await deliveredOf(record, '30')
    expect(await record.count()).toBe(1)
  }))

test('a member without an approved signature is led to signatures', () =>
  atForm('empty', async page => {
    await heading(page, '还没有审核通过的签名', 3).waitFor()
    await page.getByRole('link', { name: '去创建签名' }).click()
    await page.waitForURL('**/sms/signature')
  }))

test.each(viewsOf(import.meta.filename))('every step is accessible and never scrolls sideways at $width px', options =>
  atForm(
    'customer',
    async page => {
      await checkAccessibility(page, 'content')
      await fillIn(page, { prefix: 1_383_000 + (options.width ?? 0), count: 5, broken: ['x'] })
      await checkAccessibility(page, 'recipients')
      for (const step of ['时间', '费用', '确认']) {
        await next(page)
        await atStep(page, step)
        await checkAccessibility(page, step)
      }
      for (const [path, title] of [
        ['/sms/broadcast-task', '群发任务'],
        ['/sms/broadcast-history', '群发记录'],
      ] as const) {
        await page.goto(site.addresses.console + path)
        await heading(page, title).waitFor()
        await page.getByRole('row').nth(1).waitFor()
        await checkAccessibility(page, title)
      }
    },
    options,
  ),
)
