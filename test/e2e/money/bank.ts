import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { approveWaiting } from '#test/support/approval.ts'
import { openSite } from '#test/support/site.ts'
import { checkAccessibility, heading, openAsStaff, rowOf, viewsOf } from '#test/support/visit.ts'
import { chinaDay } from '#values/china-time.ts'
import { firstOrThrow, itemOrThrow, matchOrThrow } from '#values/or-throw.ts'

const site = openSite()
const { at } = site

const recharge = '/system/finance/recharge'
const dialog = (page: Page) => page.getByRole('dialog')
const control = (what: string, body: unknown) =>
  fetch(`${site.addresses.payment}/api/${what}`, { method: 'POST', body: JSON.stringify(body) })
const balanceOf = async (page: Page) =>
  z.looseObject({ availableHao: z.number() }).parse(await (await page.request.get(`${site.addresses.console}/api/packages/remains`)).json())
    .availableHao
/** A page of the back office, signed in as staff. */
const staffAt = (login: string, path: string, work: (page: Page) => Promise<void>, view = {}) =>
  site.visit(async page => {
    await openAsStaff(page, site.addresses.admin + path, { login, password: site.addresses.demo.admin.password })
    await page.getByRole('heading', { level: 1, name: /^(?!运营后台登录)/ }).waitFor()
    await work(page)
  }, view)

/** A picture of a transfer slip. */
const slip = async () => ({
  name: '回单.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 480, height: 320, channels: 3, background: '#e8f0e4' } })
    .png()
    .toBuffer(),
})

async function fillClaim(page: Page, amount: string): Promise<void> {
  await page.getByLabel('汇款账号').fill('6222 0212 3456 7890')
  await page.getByLabel('汇款金额').fill(amount)
  await page.locator('[data-slip]').setInputFiles(await slip())
  await page.getByRole('button', { name: '更换回单' }).waitFor()
}

test('an order waits for its bank transfer: it shows the bank account, and the package once the bank’s line is recorded', () =>
  at('customer', '/sms/combo/purchase?id=3001', async page => {
    await page.getByRole('radio', { name: '对公转账' }).check()
    await page.getByRole('checkbox', { name: '我已阅读并同意购买须知与退款规则' }).check()
    await page.getByRole('button', { name: '用对公转账支付 ¥240.00' }).dblclick()
    await heading(page, '支付订单').waitFor()
    await page.getByText('1100 6014 9018 0001 2345 6').waitFor()
    await page.getByRole('button', { name: '换一种支付方式' }).waitFor()
    await checkAccessibility(page, 'transfer')
    const bank = await (await page.request.get(`${site.addresses.console}/api/bank`)).json()
    const before = await balanceOf(page)
    await staffAt('finance', '/bank?tab=receipts', async office => {
      await office.getByRole('button', { name: '登记一笔' }).click()
      const form = dialog(office)
      await form.getByLabel('银行流水号').fill('E2E0000')
      await form.getByLabel('到账金额（元）').fill('240')
      await form.getByLabel('付款户名').fill(bank.attestedName)
      await form.getByLabel('附言').fill(`套餐款 ${bank.transferCode}`)
      await form.getByRole('button', { name: /登\s*记/ }).click()
      await rowOf(office, 'E2E0000').getByRole('button', { name: '查看' }).click()
      await dialog(office)
        .getByRole('button', { name: /入\s*账$/ })
        .first()
        .click()
      await office
        .getByRole('dialog', { name: /确认入账/ })
        .getByRole('button', { name: '提交复核' })
        .click()
      await office.getByText('已提交复核，另一位同事同意后入账').waitFor()
    })
    await approveWaiting(site.addresses, 'admin')
    await page.reload()
    await page.getByText('支付成功，套餐现在就可以使用').waitFor()
    expect(await balanceOf(page)).toBe(before)
    await page.goto(`${site.addresses.console}/system/finance/order?paymentMethod=bank`)
    await rowOf(page, '对公转账').getByText('已支付').waitFor()
  }))

test('a transfer is claimed with its slip, matched with the bank’s line by staff, and credited', async () => {
  await at('customer', `${recharge}?tab=bank`, async page => {
    await page.getByText('1100 6014 9018 0001 2345 6').waitFor()
    await page.getByRole('button', { name: '提交认领' }).click()
    await page.getByText('请输入8-30位数字的银行账号').waitFor()
    await page.getByText('请上传银行回单').waitFor()
    await fillClaim(page, '1234.56')
    await page.getByRole('button', { name: '提交认领' }).dblclick()
    await dialog(page).getByText('待匹配').waitFor()
    await expect.poll(() => page.getByText('¥1,234.56').count()).toBe(2)
  })
  await staffAt('finance', '/bank?tab=receipts', async page => {
    await page.getByRole('button', { name: '登记一笔' }).click()
    const form = dialog(page)
    await form.getByLabel('银行流水号').fill('E2E0001')
    await form.getByLabel('到账金额（元）').fill('1234.56')
    await form.getByLabel('付款户名').fill('云栈集市科技有限公司杭州分公司')
    await form.getByRole('button', { name: /登\s*记/ }).click()
    await page.getByText('已登记，请确认入账').waitFor()
    await page.getByRole('button', { name: '待处理认领' }).click()
    // The receipt, whose list stays until the other is drawn, has the same amount.
    await page.getByRole('button', { name: '登记一笔' }).waitFor({ state: 'detached' })
    await rowOf(page, '¥1,234.56').getByRole('button', { name: '查看' }).click()
    await dialog(page).getByText('户名与认领不同').waitFor()
    await dialog(page).getByRole('button', { name: '确认入账' }).click()
    await page
      .getByRole('dialog', { name: /确认入账/ })
      .getByRole('button', { name: '提交复核' })
      .click()
    await page.getByText('已提交复核，另一位同事同意后入账').waitFor()
  })
  await approveWaiting(site.addresses, 'admin')
  await at('customer', `${recharge}?tab=record`, async page => {
    const row = rowOf(page, '¥1,234.56')
    await row.getByText('对公转账').waitFor()
    await row.getByText('已到账').waitFor()
  })
})

test('a large transfer needs two members of staff', async () => {
  await staffAt('finance', '/bank', async page => {
    await rowOf(page, '¥5,000.00').waitFor()
    await page.goto(`${site.addresses.admin}/bank?tab=receipts`)
    await page.getByRole('button', { name: '登记一笔' }).click()
    const form = dialog(page)
    await form.getByLabel('银行流水号').fill('E2E0002')
    await form.getByLabel('到账金额（元）').fill('60000')
    await form.getByLabel('付款户名').fill('云栈集市科技有限公司杭州分公司')
    await form.getByRole('button', { name: /登\s*记/ }).click()
    await rowOf(page, '¥60,000.00').getByRole('button', { name: '查看' }).click()
    await dialog(page)
      .getByRole('button', { name: /入\s*账$/ })
      .first()
      .click()
    await page
      .getByRole('dialog', { name: /确认入账/ })
      .getByRole('button', { name: '提交复核' })
      .click()
    await page.getByText('已提交复核，另一位同事同意后入账').waitFor()
  })
  await staffAt('admin', '/approvals', async page => {
    const row = rowOf(page, 'E2E0002')
    await row.getByText('汇款入账').waitFor()
    await row.getByRole('button', { name: '通过' }).click()
    await dialog(page)
      .getByRole('button', { name: /通\s*过/ })
      .click()
    await page.getByText('已通过').first().waitFor()
    await page.goto(`${site.addresses.admin}/bank?tab=receipts&text=E2E0002`)
    await rowOf(page, '¥60,000.00').getByText('已入账').waitFor()
  })
})

test('several receipts are credited at once, those alone whose customer is sure', () =>
  staffAt('finance', '/bank?tab=receipts', async page => {
    for (const [serial, payer] of [
      ['E2E0010', '云栈集市科技有限公司（演示）'],
      ['E2E0011', '不认识的付款人'],
    ] as const) {
      await page.getByRole('button', { name: '登记一笔' }).click()
      const form = dialog(page)
      await form.getByLabel('银行流水号').fill(serial)
      await form.getByLabel('到账金额（元）').fill('12.34')
      await form.getByLabel('付款户名').fill(payer)
      await form.getByRole('button', { name: /登\s*记/ }).click()
      await rowOf(page, serial).getByRole('checkbox').check()
    }
    await page.getByRole('toolbar', { name: '批量操作' }).getByRole('button', { name: '确认入账' }).click()
    const credits = page.getByRole('dialog', { name: '确认入账：1 笔' })
    await credits.getByText('不能确定是哪个客户的，不入账').waitFor()
    await checkAccessibility(page, 'crediting several')
    await credits.getByLabel('原因').fill('银行到账已核对')
    await credits.getByRole('button', { name: '入账 1 项' }).click()
    await credits.getByText('成功 1 项。').waitFor()
    await credits.getByRole('button', { name: '知道了' }).click()
    await rowOf(page, 'E2E0010').getByText('待复核').waitFor()
    await rowOf(page, 'E2E0011').getByText('待入账').waitFor()
  }))

test('a withdrawal is requested with a code, approved by staff, refunded by the gateway, and lowers the balance', async () => {
  await at('customer', recharge, async page => {
    await page.getByRole('textbox', { name: '充值金额' }).fill('66')
    await page.getByRole('radio', { name: '微信支付' }).check()
    await page.getByRole('button', { name: '去支付 ¥66.00' }).click()
    await page.getByText('请用微信“扫一扫”付款').waitFor()
    const trades = z
      .array(z.looseObject({ tradeNumber: z.string(), amountFen: z.number() }))
      .parse(await (await fetch(`${site.addresses.payment}/api/trades`)).json())
    await control('pay', { paymentMethod: 'wechat', tradeNumber: firstOrThrow(trades.filter(one => one.amountFen === 6_600)).tradeNumber })
    await page.getByText('充值成功，已到账').waitFor()
    const before = await balanceOf(page)
    await page.goto(`${site.addresses.console}${recharge}?tab=withdrawals`)
    await page.getByRole('button', { name: '申请提现' }).first().click()
    const form = page.getByRole('dialog', { name: '申请提现' })
    await form.getByLabel('提现金额').fill('99999999')
    await form.getByText('请输入0.01~9999999范围内的数字').waitFor()
    await form.getByLabel('提现金额').fill('66')
    await form.getByText('微信支付').waitFor()
    await form.getByRole('button', { name: '提现 ¥66.00' }).click()
    const proof = page.getByRole('dialog', { name: '申请提现：请先验证身份' })
    await proof.getByRole('button', { name: '获取验证码' }).click()
    await proof.getByRole('button', { name: /秒后可重新获取/ }).waitFor()
    await proof.getByLabel('短信验证码').fill(await codeTo(page, '19200002001'))
    await proof.getByRole('button', { name: '验证', exact: true }).click()
    await page.getByRole('dialog', { name: '提现详情' }).getByText('待审核').waitFor()
    expect(await balanceOf(page)).toBe(before - 660_000)
  })
  await staffAt('finance', '/withdrawals', async page => {
    await rowOf(page, '¥66.00').getByRole('button', { name: '查看' }).click()
    await dialog(page).getByRole('button', { name: '同意提现' }).click()
    await page
      .getByRole('dialog', { name: /同意提现：/ })
      .getByRole('button', { name: '同意提现' })
      .click()
    await page.getByText('已同意，正在退款').waitFor()
    await dialog(page).getByText('已退回', { exact: true }).nth(1).waitFor()
  })
})

/** The latest code to a number, on the virtual handset. */
async function codeTo(page: Page, phone: string): Promise<string> {
  const handset = await page.context().newPage()
  await handset.goto(`${site.addresses.handset}?phone=${phone}`)
  const text = handset.getByRole('log').getByText(/申请提现，验证码\d{6}/)
  await text.first().waitFor()
  const code = itemOrThrow(matchOrThrow(/验证码(\d{6})/, await text.last().innerText()), 1)
  await handset.close()
  return code
}

test('a day is reconciled with the gateway’s statement; a payment that only the gateway has is found and resolved', async () => {
  const day = chinaDay(Date.now() - 86_400_000)
  const paidAtMs = Date.parse(`${day}T12:00:00+08:00`)
  await control('paid', { paymentMethod: 'alipay', tradeNumber: 'STRANGE1', gatewayNumber: '2026STRANGE1', amountFen: 4_200, paidAtMs })
  await staffAt('finance', '/reconciliation', async page => {
    await page.getByRole('button', { name: '核对某一天' }).click()
    await dialog(page).getByRole('button', { name: '开始核对' }).click()
    await rowOf(page, day).getByText('1 处差异').waitFor()
    await page.getByRole('button', { name: '未处理差异' }).click()
    const row = rowOf(page, 'STRANGE1')
    await row.getByText('通道有，平台没有').waitFor()
    await row.getByRole('button', { name: '处理' }).click()
    await dialog(page).getByLabel('原因').fill('测试商户的收款，与客户无关')
    await dialog(page).getByRole('button', { name: '标为已处理' }).click()
    await heading(page, '没有差异', 2).waitFor()
  })
})

const screens = ['?tab=bank', '?tab=claims', '?tab=withdrawals']
const offices = ['/bank', '/bank?tab=receipts', '/withdrawals', '/reconciliation', '/recharges']
test.each(viewsOf(import.meta.filename))('bank pages are accessible and never scroll sideways at $width px', async view => {
  await at(
    'customer',
    `${recharge}?tab=bank`,
    async page => {
      for (const screen of screens) {
        await page.goto(`${site.addresses.console}${recharge}${screen}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.waitForLoadState('networkidle')
        await checkAccessibility(page, screen)
      }
    },
    view,
  )
  await staffAt(
    'finance',
    '/bank',
    async page => {
      for (const screen of offices) {
        await page.goto(`${site.addresses.admin}${screen}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.waitForLoadState('networkidle')
        await checkAccessibility(page, screen)
      }
    },
    view,
  )
})
