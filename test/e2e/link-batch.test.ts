import { readFile } from 'node:fs/promises'
import iconv from 'iconv-lite'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { linkBatchCalls } from '#contract/links/link-batch.ts'
import { grantAttestation } from '#test/support/grant-attestation.ts'
import { openSite } from '#test/support/site.ts'
import { checkAccessibility, openSignedIn, type View, viewsOf } from '#test/support/visit.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'

const site = openSite({ prepare: ({ addresses }) => grantAttestation(addresses) })

/** 批量创建, signed in to a demo account. */
const at = (work: (page: Page) => Promise<void>, view: View = {}, who: 'customer' | 'empty' = 'customer') =>
  site.visit(async page => {
    await openSignedIn(page, `${site.addresses.console}/shorturl/create?way=batch`, site.addresses.demo[who])
    await page.getByRole('heading', { name: '批量创建短链', exact: true }).waitFor()
    await work(page)
  }, view)

const fileOf = (lines: readonly string[], name: string, encoding = 'utf-8') => ({
  name,
  mimeType: 'text/csv',
  buffer: iconv.encode(lines.join('\r\n'), encoding),
})
const choose = (page: Page, file: ReturnType<typeof fileOf>) => page.locator('input[type=file]').first().setInputFiles(file)
const begin = (page: Page) => page.getByRole('button', { name: '开始创建' }).click()
const card = (page: Page, name: string) => page.getByRole('article', { name }).first()

async function downloaded(page: Page, link: Locator): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  return readFile((await download.path())!, 'utf8')
}
async function resultOf(page: Page, name: string): Promise<string[][]> {
  const text = await downloaded(page, card(page, name).getByRole('link', { name: '下载结果' }))
  return text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map(line => line.split(','))
}

test('a GBK file with custom codes becomes links while the page is left, whose end is said once; refused rows say why', () =>
  at(async page => {
    const rows = Array.from(
      { length: 300 },
      (_, index) => `https://www.batch-goods.cn/${index},第${index}款,${index === 7 ? 'Batch-Seven' : ''}`,
    )
    await choose(
      page,
      fileOf(['网址,名称,后缀', ...rows, 'ftp://example.com/,坏,', 'https://www.batch-goods.cn/x,重,Batch-Seven'], '搬家.csv', 'gbk'),
    )
    await page.getByRole('cell', { name: '第0款' }).waitFor()
    await page.getByText('共 302 行，最多用短链套餐 302 次').waitFor()
    // However fast the work, the page that started it is left before it hears of the end.
    const isList = (url: URL) => url.pathname === linkBatchCalls.list.path
    await page.route(isList, () => undefined)
    await begin(page)
    await page.getByText('已开始创建，可以离开这个页面').waitFor()
    await page.goto('about:blank')
    await page.unroute(isList)
    await page.goto(`${site.addresses.console}/shorturl/combo`)
    const ended = page.getByText('批量创建短链已完成')
    await ended.waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await ended.count()).toBe(0)
    await page.goto(`${site.addresses.console}/shorturl/create?way=batch`)
    await card(page, '搬家.csv').getByText('已完成').waitFor()
    await card(page, '搬家.csv').getByText('共 302 行，创建 300 个，2 行没有创建').waitFor()
    await card(page, '搬家.csv').getByText('第 302 行 ftp://example.com/：目标网址须以').waitFor()
    const result = await resultOf(page, '搬家.csv')
    expect(result).toHaveLength(302)
    expect(itemOrThrow(result, 7)[3]).toBe(`${site.addresses.redirect}/Batch-Seven`)
    expect(result.slice(-2).map(cells => cells.at(-1))).toEqual(['目标网址须以 http:// 或 https:// 开头', '该后缀已被使用，请换一个'])
    // The refused rows are corrected and added to the same batch.
    const file = await downloaded(page, card(page, '搬家.csv').getByRole('link', { name: '下载没有创建的行' }))
    expect(file.split('\r\n')[0]).toBe('\ufeff网址,名称,后缀,行号,原因,有误的内容')
    const repaired = file.replace('ftp://example.com/', 'https://www.batch-goods.cn/good').replace('Batch-Seven', 'Batch-Eight')
    const chooser = page.waitForEvent('filechooser')
    await card(page, '搬家.csv').getByRole('button', { name: '上传改好的文件' }).click()
    await (await chooser).setFiles({ name: '改好.csv', mimeType: 'text/csv', buffer: Buffer.from(repaired) })
    await card(page, '搬家.csv').getByText('共 302 行，创建 302 个').waitFor()
    await card(page, '搬家.csv').getByRole('link', { name: '查看这批短链' }).click()
    await page.waitForURL(/linkBatchId=/)
    await page.goto(`${page.url()}&search=Batch-Seven`)
    await page.getByRole('row').filter({ hasText: 'Batch-Seven' }).waitFor()
  }))

test('pasted recipients get a link each to one target; without a target nothing starts', () =>
  at(async page => {
    await page.getByRole('radio', { name: '一个网址，多个收件人' }).check()
    await page.getByRole('textbox', { name: '或粘贴收件人' }).fill('M10001\nM10002\nM10001')
    await page.getByRole('button', { name: '下一步' }).click()
    await begin(page)
    await page.getByText('请填写目标网址').waitFor()
    await page.getByRole('textbox', { name: '目标网址' }).fill('https://www.batch-goods.cn/sale?r={recipient}')
    await begin(page)
    await card(page, '粘贴的收件人.csv').getByText('共 3 行，创建 2 个，1 行没有创建').waitFor()
    const result = await resultOf(page, '粘贴的收件人.csv')
    expect(result.map(cells => [cells[1], cells.at(-1)])).toEqual([
      ['M10001', ''],
      ['M10002', ''],
      ['M10001', '与前面的行重复'],
    ])
    expect(firstOrThrow(result)[3]).not.toBe(itemOrThrow(result, 1)[3])
  }))

test('used-up units end the batch with an explanation; the links made so far stay', () =>
  at(
    async page => {
      const rows = Array.from({ length: 1_200 }, (_, index) => `https://www.batch-goods.cn/${index}`)
      await choose(page, fileOf(rows, '太多.csv'))
      await begin(page)
      await card(page, '太多.csv').getByText('短链套餐余量不足，还差200次，请购买短链套餐').waitFor()
      await card(page, '太多.csv').getByText('没有完成').waitFor()
      await card(page, '太多.csv').getByRole('button', { name: '继续创建' }).waitFor()
    },
    {},
    'empty',
  ))

test.each(viewsOf(import.meta.filename))('source, mapping and tasks are accessible and never scroll sideways at $width px', view =>
  at(async page => {
    await page.waitForLoadState('networkidle')
    await checkAccessibility(page, 'source')
    await choose(page, fileOf(['目标网址,标题', 'https://www.batch-goods.cn/a,甲'], '看看.csv'))
    await page.getByRole('button', { name: '开始创建' }).waitFor()
    await checkAccessibility(page, 'mapping')
  }, view),
)
