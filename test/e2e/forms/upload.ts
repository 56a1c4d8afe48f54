import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSite } from '#test/support/site.ts'
import { checkAccessibility, choose, openSignedIn, untilFocused, type View, viewsOf } from '#test/support/visit.ts'

const site = openSite()

/** The step of the numbers, for a template with the variables order and amount. */
const atNumbers = (work: (page: Page) => Promise<void>, view: View = {}) =>
  site.visit(async page => {
    await openSignedIn(page, `${site.addresses.console}/sms/broadcast`, site.addresses.demo.customer)
    await choose(page, '签名', '【云栈集市】')
    await choose(page, '模板', '通知 · 退款到账')
    await page.getByRole('button', { name: '下一步' }).click()
    await page.getByRole('button', { name: '选择文件' }).waitFor()
    await work(page)
  }, view)
const give = (page: Page, name: string, content: string | Buffer) =>
  page.getByLabel('号码文件').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })

test.each(viewsOf(import.meta.filename))(
  'a file is dropped, its columns are mapped with a preview of its rows, and refused rows can be downloaded: %o',
  options =>
    atNumbers(async page => {
      await checkAccessibility(page, 'no file')
      const transfer = await page.evaluateHandle(() => {
        const data = new DataTransfer()
        data.items.add(new File(['手机,单号\n13810001001,YT1\n13810001001,YT1\n=2+3,YT2\n'], '退款.csv'))
        return data
      })
      await page.getByRole('region', { name: '上传文件' }).dispatchEvent('drop', { dataTransfer: transfer })
      await page.getByRole('button', { name: '开始检查号码' }).click()
      await page.getByText('请选择列或填写固定值').first().waitFor()
      await checkAccessibility(page, 'columns')
      await choose(page, '变量 order', '单号')
      await choose(page, '变量 amount', '所有号码用同一个值')
      await page.getByLabel('变量 amount 的值').fill('十元')
      await page.getByRole('alert').getByText('须为最多两位小数的金额').waitFor()
      await page.getByLabel('变量 amount 的值').fill('8.50')
      await page.getByRole('region', { name: '短信预览' }).getByText('订单YT1的退款8.50元').waitFor()
      await page.getByRole('button', { name: '开始检查号码' }).click()
      await page.getByText('检查完成', { exact: true }).waitFor()
      await page.getByText('共 3 行').waitFor()
      await untilFocused(page.getByRole('region', { name: '号码名单' }))
      await checkAccessibility(page, 'report')
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: '下载未通过的号码' }).click()
      const file = await download
      expect(file.suggestedFilename()).toBe('未通过的号码.csv')
      expect(await readFile(await file.path(), 'utf8')).toBe(
        "\ufeff手机,单号,行号,原因,有误的内容\r\n13810001001,YT1,3,与前面的行重复,13810001001\r\n'=2+3,YT2,4,号码格式错误,'=2+3\r\n",
      )
    }, options),
)

test('an invalid file of numbers says why, and pasted numbers are accepted instead', () =>
  atNumbers(async page => {
    await give(page, '图片.csv', Buffer.from('89504e470d0a1a0a0000000d', 'hex'))
    await page.getByRole('alert').getByText('无法识别该文件，请上传CSV、TXT或XLSX格式').waitFor()
    await give(page, '空.csv', '')
    await page.getByRole('alert').getByText('文件没有内容').waitFor()
    const sample = page.waitForEvent('download')
    await page.getByRole('button', { name: '下载示例文件' }).click()
    expect(await readFile(await (await sample).path(), 'utf8')).toMatch(/^\ufeff手机号,order,amount\r\n13800138000,/)

    await give(page, '无号码.csv', 'a,b\nc,d\n')
    await choose(page, '手机号', '第1列')
    for (const name of ['order', 'amount']) {
      await choose(page, `变量 ${name}`, '所有号码用同一个值')
      await page.getByLabel(`变量 ${name} 的值`).fill('1')
    }
    await page.getByRole('button', { name: '开始检查号码' }).click()
    await page.getByRole('alert').getByText('所选列中没有可用的手机号').waitFor()

    await page.getByRole('button', { name: '更换号码' }).click()
    await page.getByRole('button', { name: '粘贴号码' }).click()
    await page.getByRole('textbox', { name: '手机号' }).fill('138 1000 1001，13810001002; 13810001003, 13810001002 12345')
    await page.getByText('识别到 3 个号码，重复 1 个，号码格式错误 1 个').waitFor()
    await page.getByRole('textbox', { name: '手机号' }).fill('138 1000 1001，13810001002; 13810001003')
    await page.getByRole('button', { name: '使用这些号码' }).click()
    await page.getByRole('cell', { name: '13810001003' }).waitFor()
  }))

test('refused rows are repaired, uploaded again and added; what was chosen and mapped survives a reload and the next list', () =>
  atNumbers(async page => {
    const list = '手机,单号,金额\n13810002001,YT1,1.00\n1381000200,YT2,2.00\n13810002003,YT3,3.00\n13810002003,YT4,4.00\n'
    await give(page, '退款.csv', list)
    await page.getByRole('button', { name: '开始检查号码' }).click()
    await page.getByText('检查完成', { exact: true }).waitFor()
    // Two rows of one number: both are sent, or neither.
    await page.getByRole('radio', { name: '这些号码都不发' }).click()
    await page.getByText('同号多条，这些号码都不发').waitFor()
    await page.getByRole('radio', { name: '都发', exact: true }).click()
    // The file is checked again: until then its refused rows can't be downloaded.
    await page.getByText('同号多条，这些号码都不发').waitFor({ state: 'hidden' })
    await untilFocused(page.getByRole('radio', { name: '都发', exact: true }))
    await page.getByText('共 4 行').waitFor()

    const link = page.getByRole('link', { name: '下载未通过的号码' })
    const download = page.waitForEvent('download')
    await link.click()
    expect((await download).suggestedFilename()).toMatch(/\.csv$/)
    // A busy browser may cancel its download; the file itself is what counts.
    const refused = await (await page.request.get(new URL((await link.getAttribute('href')) ?? '', page.url()).href)).text()
    await page.getByRole('button', { name: '上传改好的文件' }).click()
    await page.getByRole('button', { name: '返回原来的号码' }).waitFor()
    await give(page, '改好的.csv', refused.replace('1381000200,', '13810002002,'))
    await page.getByRole('radio', { name: '补充，改正原来未通过的 1 行，其余 3 行不变' }).waitFor()
    await page.getByRole('radio', { name: '替换，只用这个文件的 1 行' }).waitFor()
    await checkAccessibility(page, 'add or replace')
    await page.getByRole('button', { name: '补充并检查号码' }).click()
    await page.getByText('检查完成', { exact: true }).waitFor()
    await page.getByText('没有未通过的号码').waitFor()
    await page.getByText('共 4 行').waitFor()

    // The next list with these columns needs no mapping.
    await page.getByText('已保存为草稿').waitFor()
    await page.getByRole('button', { name: '更换号码' }).click()
    await page.getByRole('button', { name: '粘贴号码' }).click()
    await page.getByRole('textbox', { name: '手机号' }).fill('13810002009')
    await page.reload()
    await page.getByRole('button', { name: '更换号码' }).click()
    await expect.poll(() => page.getByRole('textbox', { name: '手机号' }).inputValue()).toBe('13810002009')
    await page.getByRole('button', { name: '上传文件' }).click()
    await give(page, '下个月.csv', '手机,单号,金额\n13810002010,YT9,九元\n')
    await page.getByText('沿用上次的对应').waitFor()
    await page.getByRole('button', { name: '开始检查号码' }).click()
    await page.getByText('共 1 行').waitFor()
    await page.getByRole('region', { name: '短信预览' }).getByText('没有可发送的号码：模板变量不符合要求').waitFor()
  }))
