import { readFile } from 'node:fs/promises'
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openSite } from '#test/support/site.ts'
import { checkAccessibility, rowOf, viewsOf } from '#test/support/visit.ts'

const site = openSite()

const { at } = site

const dialog = (page: Page) => page.getByRole('dialog')
const openExport = async (page: Page) => {
  await page.locator('tbody tr').first().getByRole('button').first().waitFor()
  await page.getByRole('button', { name: '导出' }).click()
  await dialog(page).getByText('只含此刻已有的内容').waitFor()
}
/** The file that a click on 下载 downloads. */
async function fetched(page: Page, click: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), click()])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

test('a filtered list is exported, downloaded at once and again in the export centre, and deleted', () =>
  at('customer', '/sms/delivery?state=failed', async page => {
    await openExport(page)
    await dialog(page).getByText('全部失败').waitFor()
    await dialog(page).getByRole('checkbox', { name: '省份' }).uncheck()
    await dialog(page).getByRole('button', { name: '开始导出' }).press('Enter')
    await dialog(page).getByText('已完成').waitFor()
    expect(await dialog(page).evaluate(one => one.contains(document.activeElement))).toBe(true)
    const file = await fetched(page, () => dialog(page).getByRole('button', { name: '下载' }).click())
    expect(file.name).toMatch(/^发送记录_\d{14}\.csv$/)
    const [heading, first] = file.text.split('\r\n')
    expect(heading).toMatch(/^\ufeff提交时间,手机号,运营商,类型,签名,内容,条数,状态,/)
    expect(first).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,1\d\d\*{4}\d{4},/)
    expect(file.text).not.toMatch(/,成功,/)
    await dialog(page).getByRole('link', { name: '去导出中心' }).click()
    const row = rowOf(page, '状态：全部失败').first()
    await row.getByText('已完成').waitFor()
    const again = await fetched(page, () => row.getByRole('button', { name: '下载' }).click())
    expect(again).toEqual(file)
    // Downloaded twice.
    await row.getByRole('cell', { name: '2', exact: true }).waitFor()
    await row.getByRole('button', { name: '删除' }).click()
    await dialog(page).getByRole('button', { name: '删除', exact: true }).click()
    await page.getByText('还没有导出').waitFor()
  }))

test('a member on another page is notified when the file is ready', () =>
  at('customer', '/sms/delivery', async page => {
    await openExport(page)
    // Delayed: the dialog is closed before it hears of the end.
    const asked: Route[] = []
    let isClosed = false
    await page.route('**/api/exports/one?*', route => void (isClosed ? route.continue() : asked.push(route)))
    await dialog(page).getByRole('button', { name: '开始导出' }).click()
    await dialog(page).getByText('完成后会通知您').waitFor()
    await dialog(page).getByRole('button', { name: '关闭' }).last().click()
    await page.getByRole('link', { name: '模板与签名' }).click()
    await page.waitForURL(/\/sms\/template/)
    isClosed = true
    for (const route of asked) await route.continue()
    await page.getByText('发送记录已导出').waitFor()
    await page.getByRole('alert').getByRole('link', { name: '去导出中心' }).click()
    await page.waitForURL(/\/sms\/derivation/)
  }))

test('whole numbers need the code sent to the member’s own phone; a wrong one is refused', () =>
  at('customer', '/sms/delivery', async page => {
    await openExport(page)
    await dialog(page).getByRole('radio', { name: '完整号码' }).check()
    await dialog(page).getByRole('button', { name: '开始导出' }).click()
    await dialog(page).getByText('请输入6位数字验证码').waitFor()
    await dialog(page).getByRole('button', { name: '获取验证码' }).click()
    await dialog(page).getByText('秒后可重新获取').waitFor()
    const me = await page.request.get(`${site.addresses.console}/api/me`)
    const { phone } = z.looseObject({ member: z.looseObject({ phone: z.string() }) }).parse(await me.json()).member
    let code: string | undefined
    await expect
      .poll(async () => {
        const answer = await fetch(`${site.addresses.handset}/api/messages?phone=${phone}`)
        const { messages } = z.looseObject({ messages: z.array(z.looseObject({ text: z.string() })) }).parse(await answer.json())
        code = messages.map(({ text }) => /完整号码的发送记录，确认码(\d{6})/.exec(text)?.[1]).find(Boolean)
        return code
      })
      .toMatch(/^\d{6}$/)
    const field = dialog(page).getByRole('textbox', { name: '短信验证码' })
    await field.fill(code === '000000' ? '000001' : '000000')
    await dialog(page).getByRole('button', { name: '开始导出' }).click()
    await dialog(page).getByText('验证码错误或已失效').waitFor()
    await field.fill(code!)
    await dialog(page).getByRole('button', { name: '开始导出' }).click()
    await dialog(page).getByText('已完成').waitFor()
    const { text } = await fetched(page, () => dialog(page).getByRole('button', { name: '下载' }).click())
    expect(text.split('\r\n')[1]).toMatch(/^[^,]+,1\d{10}\t,/)
  }))

test('a list without rows has nothing to export, and an empty export centre explains where exports begin', () =>
  at('empty', '/sms/derivation', async page => {
    await page.getByText('还没有导出').waitFor()
    await page.getByRole('link', { name: '去发送记录导出' }).click()
    await page.waitForURL(/\/sms\/delivery/)
    await page.getByText('近7天没有发送短信').waitFor()
    const download = page.getByRole('button', { name: '导出' })
    await expect.poll(() => download.isDisabled()).toBe(true)
    await download.focus()
    await page.getByText('按这些条件没有可导出的内容').waitFor()
    await page.goto(`${site.addresses.console}/sms/delivery?tab=inbound`)
    await page.getByText('近7天没有收到回复').waitFor()
    await page.getByRole('button', { name: '导出' }).click()
    await dialog(page).getByRole('button', { name: '开始导出' }).click()
    await dialog(page).getByText('按这些条件没有可导出的内容').waitFor()
  }))

test.each(viewsOf(import.meta.filename))(
  'the dialog and the export centre are accessible and never scroll sideways at $width px',
  options =>
    at(
      'customer',
      '/sms/delivery',
      async page => {
        await openExport(page)
        await dialog(page).getByRole('radio', { name: '完整号码' }).check()
        await dialog(page).getByRole('button', { name: '获取验证码' }).waitFor()
        await checkAccessibility(page, 'dialog')
        await dialog(page).getByRole('radio', { name: '隐藏中间四位' }).check()
        await dialog(page).getByRole('button', { name: '开始导出' }).click()
        await dialog(page).getByText('已完成').waitFor()
        await dialog(page).getByRole('link', { name: '去导出中心' }).click()
        await page.getByRole('button', { name: '删除' }).first().waitFor()
        await checkAccessibility(page, 'centre')
      },
      options,
    ),
)
