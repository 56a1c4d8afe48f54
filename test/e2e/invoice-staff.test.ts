import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { invoiceXml } from '#test/support/invoice-file.ts'
import { openSite } from '#test/support/site.ts'
import { checkAccessibility, choose, heading, openAsStaff, rowOf, untilFocused, viewsOf, visit } from '#test/support/visit.ts'
import { chinaDay } from '#values/china-time.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow, getOrThrow } from '#values/or-throw.ts'

let cookie: string
const site = openSite({
  prepare: async () => {
    const answer = await post('/api/sign-in', site.addresses.demo.customer)
    cookie = firstOrThrow(getOrThrow(answer.headers, 'set-cookie').split(';'))
  },
})
const { at } = site

/** The customer's acts, by the calls of its console. */
const post = (path: string, body: unknown) =>
  fetch(site.addresses.console + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: cookie ?? '', 'idempotency-key': newId() },
    body: JSON.stringify(body),
  })
const get = async <T>(path: string) => (await (await fetch(site.addresses.console + path, { headers: { cookie } })).json()) as T

interface InvoiceOne {
  requestNumber: string
  grossHao: number
  netHao: number
  taxHao: number
  state: string
  files: { fileId: string; isCreditNote: boolean }[]
}
const readInvoice = (requestId: string) => get<InvoiceOne>(`/api/invoices/one?requestId=${requestId}`)

interface Title {
  titleId: string
  name: string
  taxNumber: string
}

/** Requests an electronic invoice of some yuan; returns its id and its title. */
async function ask(yuan: string): Promise<{ requestId: string; title: Title }> {
  const { rows: titles } = await get<{ rows: Title[] }>('/api/invoice-titles')
  const { rows: emails } = await get<{ rows: { emailId: string; verifiedAt: string | null }[] }>('/api/invoice-emails')
  const title = firstOrThrow(titles)
  const answer = await post('/api/invoices/create', {
    choice: { basis: 'amount', amount: yuan },
    kind: 'ordinary',
    medium: 'electronic',
    titleId: title.titleId,
    emailIds: emails.filter(email => email.verifiedAt).map(email => email.emailId),
    addressId: null,
    remark: '',
    expected: { totalHao: Number(yuan) * 10_000, invoiceCount: 1 },
  })
  expect(answer.status, await answer.clone().text()).toBe(200)
  const { requestIds } = z.looseObject({ requestIds: z.array(z.string()) }).parse(await answer.json())
  return { requestId: firstOrThrow(requestIds), title }
}

const atStaff = (path: string, work: (page: Page) => Promise<void>, view: { width?: number; dark?: boolean } = {}) =>
  visit(
    site.browser,
    async page => {
      await openAsStaff(page, site.addresses.admin + path, { login: 'finance', password: site.addresses.demo.admin.password })
      await page.getByRole('heading', { level: 1 }).waitFor()
      await work(page)
    },
    view,
  )

/** Clicks an act's button in the drawer and confirms its dialog. */
async function act(page: Page, name: string, fill: (dialog: ReturnType<Page['getByRole']>) => Promise<void> = async () => undefined) {
  await drawer(page).getByRole('button', { name, exact: true }).click()
  const dialog = page.getByRole('dialog', { name, exact: true })
  await fill(dialog)
  await dialog.getByRole('button', { name, exact: true }).click()
}
const drawer = (page: Page) => page.getByRole('dialog', { name: /^发票申请/ })

test('an invoice is requested, issued from the tax bureau’s file, downloaded, and reversed by a credit note that the buyer confirmed', async () => {
  const { requestId, title } = await ask('30')
  const asked = await readInvoice(requestId)
  const facts = {
    invoiceNumber: '26332000000088880001',
    issuedOn: chinaDay(Date.now()),
    buyerName: title.name,
    buyerTaxNumber: title.taxNumber,
    sellerTaxNumber: '91330108MA2B1K8T28',
    netHao: asked.netHao,
    taxHao: asked.taxHao,
    isSpecial: false,
  }
  const file = (name: string, change: Partial<typeof facts>) => ({
    name,
    mimeType: 'application/xml',
    buffer: Buffer.from(invoiceXml({ ...facts, ...change })),
  })
  await atStaff('/invoices', async page => {
    await page.getByRole('button', { name: asked.requestNumber }).click()
    await act(page, '受理')
    await drawer(page).getByText('开票中').first().waitFor()
    await act(page, '登记开具', async dialog => {
      await dialog.locator('input[type=file]').setInputFiles([file('别的发票.xml', { netHao: asked.netHao + 100_000 })])
      await dialog.getByText('与申请不一致').waitFor()
      await dialog.getByText(/价税合计：应为 ¥30\.00，文件是 ¥40\.00/).waitFor()
      await expect.poll(() => dialog.getByLabel('发票号码').inputValue()).toBe(facts.invoiceNumber)
      await dialog.getByRole('button', { name: '登记开具' }).click()
      await dialog.getByText(/上传的文件与申请不一致/).waitFor()
      await dialog.getByRole('button', { name: '去掉别的发票.xml' }).click()
      await dialog.locator('input[type=file]').setInputFiles([file('发票.xml', {})])
      await dialog.getByText('与申请一致').waitFor()
    })
    await drawer(page).getByText('已开具').first().waitFor()
  })
  const issued = await readInvoice(requestId)
  expect(issued.state).toBe('issued')
  const download = await fetch(`${site.addresses.console}/api/private-files/file?fileId=${firstOrThrow(issued.files).fileId}`, {
    headers: { cookie },
  })
  expect(await download.text()).toBe(invoiceXml(facts))

  const reversal = { requestId, reason: '01', note: '开错了抬头', replace: null }
  expect((await post('/api/invoices/ask-reversal', reversal)).status).toBe(200)
  await atStaff('/invoices?view=reversing', async page => {
    await page.getByRole('button', { name: asked.requestNumber }).click()
    await act(page, '登记确认单', dialog => dialog.getByLabel('红字信息确认单编号').fill('33010626110000990001'))
    await drawer(page)
      .getByText(/还剩 7[12] 小时/)
      .waitFor()
    await act(page, '登记确认')
    await drawer(page).getByText('已确认，待开红票').first().waitFor()
    const red = { invoiceNumber: '26332000000088880002', netHao: -asked.netHao, taxHao: -asked.taxHao }
    await act(page, '登记红票', async dialog => {
      await dialog.locator('input[type=file]').setInputFiles([file('红字发票.xml', red)])
      await dialog.getByText('与申请一致').waitFor()
    })
    await drawer(page).getByText('已红冲').first().waitFor()
  })
  const reversed = await readInvoice(requestId)
  expect(reversed.state).toBe('reversed')
  expect(reversed.files.map(({ isCreditNote }) => isCreditNote).sort()).toEqual([false, true])
})

test('a request is rejected with a reason that the customer reads, and not without one', async () => {
  const { requestId } = await ask('10')
  const { requestNumber } = await readInvoice(requestId)
  await atStaff('/invoices', async page => {
    await page.getByRole('button', { name: requestNumber }).click()
    await act(page, '驳回申请', async dialog => {
      await dialog.getByRole('button', { name: '驳回申请' }).click()
      await dialog.getByText('原因不能少于4个字').waitFor()
      await dialog.getByRole('button', { name: '抬头有误' }).click()
    })
    await drawer(page).getByText('已驳回').first().waitFor()
  })
  expect(await readInvoice(requestId)).toMatchObject({ state: 'rejected' })
})

test('several requests are taken at once; one that the customer withdrew says why, and the next row has the focus', async () => {
  const askFor = async (yuan: string) => {
    const { requestId } = await ask(yuan)
    return { requestId, number: (await readInvoice(requestId)).requestNumber }
  }
  const [first, gone, next] = [await askFor('11'), await askFor('12'), await askFor('13')]
  await atStaff('/invoices', async page => {
    for (const { number } of [first, gone]) await rowOf(page, number).getByRole('checkbox').check()
    expect((await post('/api/invoices/withdraw', { requestId: gone.requestId })).status).toBe(200)
    await page.getByRole('toolbar', { name: '批量操作' }).getByRole('button', { name: '受理' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: '受理：2 张发票' })
    await dialog.getByRole('button', { name: '受理 2 项' }).click()
    await dialog.getByText('成功 1 项，失败 1 项').waitFor()
    await dialog.getByRole('list', { name: '失败的原因' }).getByText(gone.number).waitFor()
    await dialog.getByRole('button', { name: '知道了' }).press('Enter')
    await rowOf(page, gone.number).waitFor({ state: 'detached' })
    await untilFocused(rowOf(page, next.number))
  })
  expect(await readInvoice(first.requestId)).toMatchObject({ state: 'issuing' })
})

test('while invoicing is paused customers read why, and nothing can be requested', async () => {
  await atStaff('/invoice-settings', async page => {
    await page.getByRole('button', { name: '暂停开票' }).click()
    const dialog = page.getByRole('dialog', { name: '暂停开票' })
    await dialog.getByLabel('告知客户的内容').fill('税率调整，预计明天恢复')
    await dialog.getByRole('button', { name: '暂停开票' }).click()
    await page.getByText('已暂停', { exact: true }).waitFor()
    await at('customer', '/system/finance/invoice/content', async customer => {
      await customer.getByText('暂停开票：税率调整，预计明天恢复').waitFor()
    })
    await page.getByRole('button', { name: '恢复开票' }).click()
    const resume = page.getByRole('dialog', { name: '恢复开票' })
    await resume.getByLabel('说明').fill('税率已更新')
    await resume.getByRole('button', { name: '恢复开票' }).click()
    await page.getByText('正常', { exact: true }).waitFor()
  })
})

test('a title reports its errors by field; for special invoices staff review and approve it', async () => {
  await at('customer', '/system/finance/invoice/content?form=new', async page => {
    const form = page.getByRole('dialog', { name: '新建发票抬头' })
    await form.getByLabel('抬头名称').fill('𠮷祥商行')
    await form.getByText('抬头名称含有发票系统不支持的字符“𠮷”').waitFor()
    await form.getByRole('button', { name: '云栈集市科技有限公司（演示）' }).click()
    await form.getByLabel('统一社会信用代码').fill('91330106MA2CFLDG4X')
    await form.getByText('统一社会信用代码的校验位不符').waitFor()
    await form.getByLabel('统一社会信用代码').fill('330106799655058')
    await form.getByLabel('用于开具数电专票').check()
    await form.getByRole('button', { name: '保存并提交审核' }).click()
    await form.getByText('开具专票须填写注册地址').waitFor()
    await form.getByLabel('注册地址').fill('浙江省杭州市西湖区文三路478号')
    await form.getByLabel('注册电话').fill('0571-88996600')
    await form.getByLabel('开户银行').fill('招商银行杭州文三支行')
    await form.getByLabel('银行账号').fill('5719 0765 4310 802')
    await form.getByRole('button', { name: '保存并提交审核' }).click()
    await page.getByText('已保存，专票资质已提交审核').waitFor()
    await rowOf(page, '专票审核中').waitFor()
    await atStaff('/invoice-titles', async staff => {
      await heading(staff, '抬头审核').waitFor()
      await staff.getByRole('button', { name: '通过', exact: true }).click()
      await staff.getByText('没有等待审核的抬头').waitFor()
    })
    await page.reload()
    await expect.poll(() => rowOf(page, '可开专票').count()).toBe(2)
  })
})

test('an address is chosen level by level, Hong Kong too; a mailbox is verified by its reader', async () => {
  await at('customer', '/system/finance/invoice/express?tab=address', async page => {
    await page.getByRole('button', { name: '新建地址' }).click()
    const form = page.getByRole('dialog', { name: '新建邮寄地址' })
    await form.getByLabel('收件人').fill('李会计')
    await form.getByLabel('手机').fill('13800138000')
    await form.getByLabel('详细地址').fill('皇后大道中99号中环中心')
    await form.getByRole('button', { name: '保存' }).click()
    await form.getByText('请选择省、市、区').waitFor()
    // The list of provinces is long: it is filtered by typing.
    await form.getByRole('combobox', { name: '省' }).fill('香港')
    await page.locator('.ant-select-item-option').getByText('香港特别行政区', { exact: true }).click()
    await choose(page, '市', '中西区')
    await form.getByRole('button', { name: '保存' }).click()
    await page.getByText('已保存地址').waitFor()
    const row = rowOf(page, '李会计')
    await row.getByText('香港特别行政区中西区').waitFor()
    await row.getByText('138****8000').waitFor()
    await page.getByRole('button', { name: '收票邮箱' }).click()
    await page.getByRole('button', { name: '添加邮箱' }).click()
    const dialog = page.getByRole('dialog', { name: '添加收票邮箱' })
    await dialog.getByLabel('邮箱').fill('不是邮箱')
    await dialog.getByRole('button', { name: '发送验证邮件' }).click()
    await dialog.getByText('请输入有效的邮箱地址').waitFor()
    await dialog.getByLabel('邮箱').fill('Kuaiji@Yunzhan.example')
    await dialog.getByRole('button', { name: '发送验证邮件' }).click()
    await rowOf(page, 'kuaiji@yunzhan.example').getByText('待验证，请查收邮件').waitFor()
    await page.goto(`${site.addresses.console}/invoice-email?token=wrong`)
    await heading(page, '链接不能使用').waitFor()
  })
})

const pages = {
  customer: ['/system/finance/invoice/content', '/system/finance/invoice/express', '/system/finance/invoice/express?tab=shipment'],
  staff: ['/invoices?view=all', '/invoice-settings', '/invoice-titles'],
}
test.each(viewsOf(import.meta.filename))('staff invoice pages are accessible and never scroll sideways at $width px', async view => {
  await at(
    'customer',
    firstOrThrow(pages.customer),
    async page => {
      for (const path of pages.customer) {
        await page.goto(site.addresses.console + path)
        await page.getByRole('table').waitFor()
        await checkAccessibility(page, path)
      }
    },
    view,
  )
  await atStaff(
    '/invoices?view=all',
    async page => {
      for (const path of pages.staff) {
        await page.goto(site.addresses.admin + path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await checkAccessibility(page, path)
      }
    },
    view,
  )
})
