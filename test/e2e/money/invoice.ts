import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSite } from '#test/support/site.ts'
import { checkAccessibility, heading, rowOf, viewsOf } from '#test/support/visit.ts'

const site = openSite()
const { at } = site
const listPath = '/system/finance/invoice'

interface Figures {
  invoiceableHao: number
  heldHao: number
}
const figuresOf = async (page: Page) => (await (await page.request.get(`${site.addresses.console}/api/invoices/figures`)).json()) as Figures

/** A package for ¥450.00, whose payment can be invoiced. */
async function buy(page: Page, key: string) {
  const headers = { 'idempotency-key': key, origin: site.addresses.console }
  const answer = await page.request.post(`${site.addresses.console}/api/packages/purchase`, {
    data: { packageId: '1001', quantity: 1 },
    headers,
  })
  expect(answer.status()).toBe(200)
}
const next = (page: Page) => page.getByRole('button', { name: '下一步' })

test('an invoice request is previewed, holds its amount at once, and frees it when it is withdrawn', () =>
  at('customer', listPath, async page => {
    await buy(page, 'invoice-by-amount')
    const before = await figuresOf(page)
    await page.getByRole('main').getByRole('link', { name: '申请发票' }).click()
    await heading(page, '申请发票').waitFor()
    await page.getByLabel('开票金额').fill('9999999')
    await page.getByRole('alert').filter({ hasText: '超过可开票的金额' }).waitFor()
    await page.getByLabel('开票金额').fill('100.00')
    await page.getByText('共 1 张').waitFor()
    await next(page).click()
    await heading(page, '抬头与收票', 2).waitFor()
    await page.getByLabel('备注').fill('采购单 PO-1')
    // The request in progress is kept while one visits the titles.
    await page.getByRole('link', { name: '管理抬头' }).click()
    await heading(page, '开票信息').waitFor()
    await page.goBack()
    await heading(page, '抬头与收票', 2).waitFor()
    await next(page).click()
    const paper = page.getByRole('article', { name: '电子发票（普通发票）' })
    await paper.getByText('壹佰圆整').waitFor()
    await paper.getByText('采购单 PO-1').waitFor()
    await page.getByRole('button', { name: '提交申请' }).click()
    const drawer = page.getByRole('dialog', { name: '发票详情' })
    await drawer.getByText('待审核').first().waitFor()
    expect(await figuresOf(page)).toMatchObject({
      invoiceableHao: before.invoiceableHao - 1_000_000,
      heldHao: before.heldHao + 1_000_000,
    })
    await drawer.getByRole('button', { name: '撤销申请' }).click()
    await page.getByRole('dialog', { name: '撤销发票申请' }).getByRole('button', { name: '撤销申请' }).click()
    await drawer.getByText('已撤销').first().waitFor()
    expect(await figuresOf(page)).toMatchObject(before)
  }))

test('an order is invoiced once: it is not offered again, and the sum is explained', () =>
  at('customer', listPath, async page => {
    await buy(page, 'invoice-by-order')
    await page.reload()
    await page.getByRole('button', { name: '怎么算的' }).click()
    const sums = page.getByRole('dialog', { name: '可开票怎么算的' })
    await sums.getByText('净消费').first().waitFor()
    await page.keyboard.press('Escape')
    await page.goto(`${site.addresses.console}${listPath}/create`)
    await page.getByRole('radio', { name: /按订单/ }).check()
    const boxes = page.getByRole('checkbox', { name: /^选择订单 / })
    await boxes.first().waitFor()
    const count = await boxes.count()
    await boxes.first().check()
    await page.getByText('共 1 张').waitFor()
    await next(page).click()
    await page.getByRole('heading', { level: 2, name: '抬头与收票' }).waitFor()
    await next(page).click()
    await page.getByRole('button', { name: '提交申请' }).dblclick()
    await page.getByRole('dialog', { name: '发票详情' }).getByText('待审核').first().waitFor()
    await page.goto(`${site.addresses.console}${listPath}/create`)
    await page.getByRole('radio', { name: /按订单/ }).check()
    if (count > 1) await expect.poll(() => boxes.count()).toBe(count - 1)
    else await page.getByText('没有可开票的订单').waitFor()
  }))

test('a credit note is requested with its reason, has a time limit, and is withdrawn before staff begin', () =>
  at('customer', `${listPath}?state=issued`, async page => {
    await rowOf(page, '¥120.00').getByRole('button', { name: '红冲/换开' }).click()
    const dialog = page.getByRole('dialog', { name: '申请红冲/换开' })
    await dialog.getByText('72 小时').waitFor()
    await dialog.getByRole('button', { name: '提交申请' }).click()
    await dialog.getByText('请填写说明').or(dialog.getByText('说明不能少于2个字')).waitFor()
    await dialog.getByLabel('说明').fill('税号写错了')
    await dialog.getByRole('button', { name: '提交申请' }).click()
    await page.getByText('红冲申请已提交').waitFor()
    await page.goto(`${site.addresses.console}${listPath}?state=reversing`)
    await rowOf(page, '红冲待处理').getByRole('button', { name: '查看' }).click()
    const drawer = page.getByRole('dialog', { name: '发票详情' })
    await drawer.getByRole('button', { name: '撤销红冲申请' }).click()
    await page.getByRole('dialog', { name: '撤销红冲申请' }).getByRole('button', { name: '撤销红冲申请' }).click()
    await drawer.getByText('已开具').first().waitFor()
    await page.goto(`${site.addresses.console}${listPath}?state=reversing`)
    await rowOf(page, '红冲待对方确认').getByRole('button', { name: '查看' }).click()
    await drawer.getByRole('region', { name: '红字信息确认单' }).getByText(/小时/).first().waitFor()
  }))

test('an account without consumption is told what can be invoiced', () =>
  at('empty', listPath, async page => {
    await heading(page, '还没有申请过发票', 2).waitFor()
    await page.getByRole('main').getByRole('link', { name: '申请发票' }).first().click()
    await page.getByRole('radio', { name: /按订单/ }).check()
    await page.getByText('没有可开票的订单').waitFor()
    await expect.poll(() => next(page).isDisabled()).toBe(true)
  }))

test.each(viewsOf(import.meta.filename))('invoice pages are accessible and never scroll sideways at $width px', options =>
  at(
    'customer',
    listPath,
    async page => {
      await rowOf(page, '¥120.00').waitFor()
      await checkAccessibility(page, 'list')
      await rowOf(page, '¥120.00').getByRole('button', { name: '查看' }).click()
      await page.getByRole('dialog', { name: '发票详情' }).getByRole('article').waitFor()
      await checkAccessibility(page, 'detail')
      await page.goto(`${site.addresses.console}${listPath}/create?step=source`)
      await page.getByLabel('开票金额').waitFor()
      await checkAccessibility(page, 'create')
      await page.getByLabel('开票金额').fill('100.00')
      await page.getByText('共 1 张').waitFor()
      await next(page).click()
      await heading(page, '抬头与收票', 2).waitFor()
      await checkAccessibility(page, 'delivery')
      await next(page).click()
      await page.getByRole('article').waitFor()
      await checkAccessibility(page, 'preview')
    },
    options,
  ),
)
