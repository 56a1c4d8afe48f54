import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSite } from '#test/support/site.ts'
import { checkAccessibility, choose, openSignedIn, rowOf, type View, viewsOf } from '#test/support/visit.ts'

const site = openSite()

const at = (path: string, work: (page: Page) => Promise<void>, view: View = {}) =>
  site.visit(async page => {
    await openSignedIn(page, site.addresses.console + path, site.addresses.demo.customer)
    await work(page)
  }, view)

test('pasted numbers are added with an end date, errors are listed, and one is found and removed with a reason', () =>
  at('/sms/blacklist', async page => {
    await page.getByRole('button', { name: '添加号码' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('手机号').fill('13700137001\n+86 137-0013-7002\n123')
    await drawer.getByLabel('到指定日期').check()
    await drawer.getByRole('button', { name: '添加 2 个号码' }).click()
    await drawer.getByText('请选择到期日期').waitFor()
    await drawer.getByLabel('最后一天').fill('2027-03-01')
    await drawer.getByLabel('最后一天').press('Enter')
    await drawer.getByRole('button', { name: '添加 2 个号码' }).click()
    await drawer.getByText('号码格式错误', { exact: true }).waitFor()
    const downloading = page.waitForEvent('download')
    await drawer.getByRole('button', { name: '下载格式错误的号码' }).click()
    expect((await downloading).suggestedFilename()).toMatch(/格式错误的号码.*\.csv$/)
    await drawer.getByRole('button', { name: '完成' }).click()
    await rowOf(page, '137****7002').getByText('2027-03-01').waitFor()
    const search = page.getByRole('textbox', { name: '手机号', exact: true })
    await search.fill('7001')
    await search.press('Enter')
    await rowOf(page, '137****7002').waitFor({ state: 'detached' })
    await rowOf(page, '137****7001').waitFor()
    await search.fill('137 0013 7001')
    await search.press('Enter')
    await page.getByText('您的全部签名不再向该号码发送推广短信，通知照常；验证码照常发送。').waitFor()
    await rowOf(page, '137****7001').getByRole('button', { name: '移除' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '移除' }).click()
    await page.getByText('请填写移除原因').waitFor()
    await page.getByLabel('移除原因').fill('误加')
    await page.getByRole('dialog').getByRole('button', { name: '移除' }).click()
    await page.getByText('该号码不在黑名单中').waitFor()
    await page.getByRole('button', { name: '已移除' }).click()
    await rowOf(page, '137****7001').getByText('误加').waitFor()
  }))

test('adding and removing a number are undone by the toast', () =>
  at('/sms/blacklist', async page => {
    const offered = (text: string) => page.getByRole('status').filter({ hasText: text }).getByRole('button', { name: '撤销' })
    const add = async () => {
      await page.getByRole('button', { name: '添加号码' }).click()
      const drawer = page.getByRole('dialog')
      await drawer.getByLabel('手机号').fill('13700138001')
      await drawer.getByRole('button', { name: '添加 1 个号码' }).click()
      // The pointer holds the offer.
      await offered('已把 1 个号码加入黑名单').hover()
      await rowOf(page, '137****8001').waitFor()
    }
    await add()
    await offered('已把 1 个号码加入黑名单').click()
    await page.getByText('已撤销：恢复 1 个').waitFor()
    await rowOf(page, '137****8001').waitFor({ state: 'detached' })
    await page.getByRole('dialog').getByRole('button', { name: '完成' }).click()
    await add()
    await page.getByRole('dialog').getByRole('button', { name: '完成' }).click()
    await rowOf(page, '137****8001').getByRole('button', { name: '移除' }).click()
    await page.getByLabel('移除原因').fill('手滑')
    await page.getByRole('dialog').getByRole('button', { name: '移除' }).click()
    await offered('已移除 1 个号码').hover()
    await rowOf(page, '137****8001').waitFor({ state: 'detached' })
    await offered('已移除 1 个号码').press('Enter')
    await rowOf(page, '137****8001').waitFor()
    // The focus is where it was before the toast, or goes on in the list.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  }))

test('an empty blacklist has the button to begin', () =>
  site.at('empty', '/sms/blacklist', async page => {
    const beginning = page.getByRole('heading', { level: 2, name: '黑名单是空的' }).locator('..')
    await beginning.getByRole('button', { name: '添加号码' }).click()
    await page.getByRole('dialog', { name: '添加号码' }).getByLabel('手机号').waitFor()
  }))

test('a number that opted out is removed only with a proof of consent, one that complained never', () =>
  at('/sms/blacklist?source=reply', async page => {
    await page.getByText('回复退订').first().waitFor()
    await page.locator('tbody tr').first().getByRole('button', { name: '移除' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('移除原因').fill('客户来电')
    await dialog.getByRole('button', { name: '移除' }).click()
    await dialog.getByText('请填写同意凭证').or(dialog.getByText('同意凭证不能少于')).waitFor()
    await dialog.getByLabel('收件人重新同意的凭证').fill('11月20日来电要求恢复，工号07接听')
    await dialog.getByRole('button', { name: '移除' }).click()
    await page.getByText('已移除 1 个号码').waitFor()
    await choose(page, '来源', '投诉')
    await page.waitForURL(/source=complaint/)
    await rowOf(page, '投诉').first().getByRole('button', { name: '移除', disabled: true }).waitFor()
  }))

test('all numbers of a filter are removed over the pages; one that complained stays, and the result says so', () =>
  at('/sms/blacklist', async page => {
    await page.getByRole('button', { name: '添加号码' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('手机号').fill(Array.from({ length: 25 }, (_, index) => `137002000${index + 10}`).join('\n'))
    await drawer.getByRole('button', { name: '添加 25 个号码' }).click()
    await drawer.getByRole('button', { name: '完成' }).click()
    await page.getByRole('checkbox', { name: '选择本页全部' }).check()
    const toolbar = page.getByRole('toolbar', { name: '批量操作' })
    await toolbar.getByRole('button', { name: /^选择符合条件的全部/ }).click()
    await toolbar.getByText('已选符合条件的全部').waitFor()
    await toolbar.getByRole('button', { name: '移除' }).click()
    const dialog = page.getByRole('dialog', { name: /^移除 [\d,]+ 个号码$/ })
    await dialog.getByText(/其中 \d+ 个因投诉加入，不能移除/).waitFor()
    await dialog.getByLabel('移除原因').fill('重新整理')
    await dialog.getByLabel('收件人重新同意的凭证').fill('11月20日逐个回访，工号07')
    await dialog.getByRole('button', { name: '移除' }).click()
    const toast = page.getByRole('status').filter({ hasText: /已移除 [\d,]+ 个号码，\d+ 个因投诉加入，没有移除/ })
    await rowOf(page, '投诉').first().waitFor()
    await rowOf(page, '137****').waitFor({ state: 'detached' })
    // The other journeys find the numbers as they were.
    await toast.getByRole('button', { name: '撤销' }).click()
    await page.getByText(/已撤销：恢复 [\d,]+ 个/).waitFor()
  }))

test('a file is imported in the background, its invalid rows are listed, and its result stays available', () =>
  at('/sms/blacklist?form=import', async page => {
    const lines = Array.from({ length: 200 }, (_, index) => `王${index},136${String(index).padStart(8, '0')}`)
    const file = { name: '历史投诉.csv', mimeType: 'text/csv', buffer: Buffer.from(`姓名,电话\n${lines.join('\n')}\n李,12345\n`) }
    await page.getByLabel('号码文件').setInputFiles(file)
    const drawer = page.getByRole('dialog')
    await drawer.getByText('手机号所在的列').waitFor()
    await drawer.getByRole('button', { name: '开始导入' }).click()
    await drawer.getByText('已完成').waitFor()
    await drawer.getByText('第 202 行').waitFor()
    await drawer.getByText('201 行', { exact: true }).waitFor()
    await page.reload()
    await drawer.getByText('第 202 行').waitFor()
    await rowOf(page, '136****0199').waitFor()
    await drawer.getByRole('button', { name: '撤销（200 个号码）' }).click()
    await page
      .getByRole('dialog', { name: '撤销“导入黑名单”吗？' })
      .getByRole('button', { name: /撤\s*销/ })
      .click()
    await drawer.getByText('已撤销：恢复 200 个号码。').waitFor()
    await drawer.getByRole('button', { name: '完成' }).click()
    await rowOf(page, '136****0199').waitFor({ state: 'detached' })
  }))

test('an opt-out word of the account is added once, a known one is refused, and the page’s link is shown', () =>
  at('/sms/blacklist?tab=rules', async page => {
    const word = page.getByLabel('增加自己的关键词')
    await word.fill('td')
    await word.press('Enter')
    await page.getByText('“TD”已经是退订关键词').waitFor()
    await word.fill('不要了！')
    await word.press('Enter')
    await page.getByRole('button', { name: '删除关键词 不要了' }).waitFor()
    await page.getByRole('button', { name: '获取链接并预览' }).first().click()
    await page.getByRole('link', { name: /\/t\// }).waitFor()
  }))

test.each(viewsOf(import.meta.filename))('list, forms, records and rules are accessible and never scroll sideways at $width px', view =>
  at(
    '/sms/blacklist',
    async page => {
      const base = site.addresses.console
      await page.getByText('回复退订').first().waitFor()
      await checkAccessibility(page, 'list')
      await page.goto(`${base}/sms/blacklist?form=new`)
      await page.getByRole('dialog').getByLabel('到指定日期').check()
      await checkAccessibility(page, 'form')
      await page.goto(`${base}/sms/blacklist?form=import`)
      await page.getByText('将文件拖到这里').waitFor()
      await checkAccessibility(page, 'import')
      await page.goto(`${base}/sms/blacklist?tab=removed`)
      await page.getByText('移除').first().waitFor()
      await checkAccessibility(page, 'removed')
      await page.goto(`${base}/sms/blacklist?tab=rules`)
      await page.getByText('退订后的自动答复').waitFor()
      await checkAccessibility(page, 'rules')
    },
    view,
  ),
)

test('staff block a number everywhere with a reason, and record a complaint about a customer', () =>
  site.visit(async page => {
    const base = site.addresses.admin
    const call = new URL('/api/admin/sign-in', base).href
    expect((await page.context().request.post(call, { data: site.addresses.demo.admin })).status()).toBe(200)
    await page.goto(`${base}/blacklist`)
    await page.getByRole('button', { name: '加入号码' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('手机号').fill('13500135001')
    await dialog
      .getByRole('button', { name: '加 入' })
      .or(dialog.getByRole('button', { name: '加入' }))
      .click()
    await dialog.getByText('原因不能少于2个字').waitFor()
    await dialog.getByLabel('原因').fill('司法协查')
    await dialog
      .getByRole('button', { name: '加 入' })
      .or(dialog.getByRole('button', { name: '加入' }))
      .click()
    await rowOf(page, '13500135001').getByText('司法协查').waitFor()
    await checkAccessibility(page, 'platform blacklist')
    await page.getByRole('button', { name: '投诉' }).click()
    await page.getByText('停发推广').first().waitFor()
    await checkAccessibility(page, 'complaints')
  }))
