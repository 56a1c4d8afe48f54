import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { adminReviewCalls } from '#contract/content/admin-review.ts'
import { signatureCalls } from '#contract/content/signature.ts'
import { templateCalls } from '#contract/content/template.ts'
import { signInCalls } from '#contract/identity/sign-in.ts'
import { adminSignInCalls } from '#contract/staff/admin-sign-in.ts'
import { atContent, atStep, next } from '#test/support/broadcast-form.ts'
import { signedIn } from '#test/support/caller.ts'
import { grantAttestation } from '#test/support/grant-attestation.ts'
import { openSite } from '#test/support/site.ts'
import { checkAccessibility, heading, openSignedIn, rowOf, untilFocused, type View, viewsOf } from '#test/support/visit.ts'
import { firstOrThrow, matchOrThrow } from '#values/or-throw.ts'

const site = openSite()

const path = '/system/finance/recharge'
/** The page, signed in to the demo account. */
const at = (query: string, work: (page: Page) => Promise<void>, view: View = {}) =>
  site.visit(async page => {
    await openSignedIn(page, `${site.addresses.console}${path}${query}`, site.addresses.demo.customer)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await work(page)
  }, view)

const balanceOf = async (page: Page) =>
  z.looseObject({ availableHao: z.number() }).parse(await (await page.request.get(`${site.addresses.console}/api/packages/remains`)).json())
    .availableHao
const control = (what: string, body: unknown) =>
  fetch(`${site.addresses.payment}/api/${what}`, { method: 'POST', body: JSON.stringify(body) })

test('a sum is paid on Alipay’s page, and the console shows it by itself', () =>
  at('', async page => {
    const before = await balanceOf(page)
    await page.getByRole('textbox', { name: '充值金额' }).fill('01')
    await page.getByText('请输入0.01~9999999范围内的数字，最多两位小数').waitFor()
    await page.getByRole('textbox', { name: '充值金额' }).fill('88.8')
    await page.getByRole('radio', { name: '支付宝' }).check()
    await page.getByRole('button', { name: '去支付 ¥88.80' }).dblclick()
    await untilFocused(page.getByRole('region', { name: '充值', exact: true }))
    const [cashier] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: '打开支付宝付款' }).click()])
    await cashier.getByText('¥88.80').waitFor()
    await cashier.getByRole('button', { name: '确认付款' }).click()
    await cashier.getByText('充值成功，已到账').waitFor()
    await page.getByText('充值成功，已到账').waitFor()
    expect(await balanceOf(page)).toBe(before + 888_000)
    await page.getByRole('link', { name: '充值记录' }).click()
    await heading(page, '充值记录').waitFor()
    await rowOf(page, '¥88.80').getByText('已到账').waitFor()
    await expect.poll(() => page.getByText('¥88.80').count()).toBe(1)
  }))

test('a WeChat payment without a webhook is found when the payer checks; an abandoned one is closed at the gateway', () =>
  at('', async page => {
    await control('webhooks', { mode: 'none' })
    const before = await balanceOf(page)
    await page.getByRole('button', { name: '100 元', exact: true }).click()
    await page.getByRole('radio', { name: '微信支付' }).check()
    await page.getByRole('button', { name: '去支付' }).click()
    await page.getByRole('img', { name: '微信支付二维码' }).waitFor()
    await page.getByRole('button', { name: '已付款，查询到账' }).click()
    await page.getByText('支付通道还没有收到付款').waitFor()
    const waiting = firstOrThrow(
      z.array(z.looseObject({ tradeNumber: z.string() })).parse(await (await fetch(`${site.addresses.payment}/api/trades`)).json()),
    )
    await control('pay', { paymentMethod: 'wechat', tradeNumber: waiting.tradeNumber })
    await page.getByRole('button', { name: '已付款，查询到账' }).click()
    await page.getByText('充值成功，已到账').waitFor()
    expect(await balanceOf(page)).toBe(before + 1_000_000)
    await page.getByRole('link', { name: '继续充值' }).click()
    await page.getByRole('button', { name: '去支付' }).click()
    await page.getByRole('button', { name: '取消充值' }).click()
    await page.getByText('已关闭').waitFor()
    expect(await balanceOf(page)).toBe(before + 1_000_000)
    await control('webhooks', { mode: 'normal' })
  }))

/** The demo's empty account may send with one signature and one template, and has no balance. */
async function approveTexts(): Promise<void> {
  const { addresses } = site
  await grantAttestation(addresses)
  const member = await signedIn(addresses.console, signInCalls.byPassword, addresses.demo.empty)
  const text = '您订的茶已到店，请于本周内来取。'
  await member.call(signatureCalls.create, { text: '青石茶馆', kind: 'company', purpose: 'own', remark: '', isSubmitted: true })
  await member.call(templateCalls.create, { name: '取茶提醒', kind: 'transactional', text, variables: [], remark: '', isSubmitted: true })
  const staff = await signedIn(addresses.admin, adminSignInCalls.byPassword, addresses.demo.admin)
  const { rows } = await staff.call(adminReviewCalls.queue, {})
  for (const { object, objectId, accountId, submittedAt, text: waiting } of rows)
    if (waiting === text || waiting === '青石茶馆') await staff.call(adminReviewCalls.approve, { object, objectId, accountId, submittedAt })
}

/** The form at its step 费用, for two pasted numbers. */
async function toCost(page: Page): Promise<void> {
  // The only signature and the only template are preselected.
  await page.getByText('【青石茶馆】', { exact: true }).waitFor()
  await page.getByText('通知 · 取茶提醒', { exact: true }).waitFor()
  await next(page)
  await page.getByRole('button', { name: '粘贴号码' }).click()
  await page.getByRole('textbox', { name: '手机号' }).fill('13863001001 13863001002')
  await page.getByRole('button', { name: '使用这些号码' }).click()
  await page.getByText('检查完成', { exact: true }).waitFor()
  for (const step of ['时间', '费用']) {
    await next(page)
    await atStep(page, step)
  }
}

test('a broadcast’s missing amount is recharged exactly, beside its step, and the step goes on', async () => {
  await approveTexts()
  await atContent(site, 'empty', async page => {
    await toCost(page)
    const short = await page.getByRole('row', { name: /^还差/ }).innerText()
    const sum = matchOrThrow(/¥[\d.]+/, short)[0]
    await page.getByText(`套餐余量和余额还差 ${sum}（2 条）`).waitFor()
    await checkAccessibility(page, 'too little')
    await page.getByRole('button', { name: `补足 ${sum}` }).click()
    const drawer = page.getByRole('dialog', { name: '补足费用' })
    const amount = drawer.getByRole('textbox', { name: '充值金额' })
    await expect.poll(() => amount.inputValue()).toBe(sum.slice(1))
    await amount.fill('0.01')
    await drawer.getByText(`还不够，至少 ${sum.slice(1)} 元`).waitFor()
    // The cheapest package that covers it is the other way.
    await drawer.getByRole('radio', { name: /^通知|^行业|^通用/ }).check()
    await checkAccessibility(page, 'a package instead')
    await drawer.getByRole('radio', { name: /^充值到余额/ }).check()
    await amount.fill(sum.slice(1))
    // The click itself opens the payment page, and a reload keeps the attempt.
    const [cashier] = await Promise.all([page.waitForEvent('popup'), drawer.getByRole('button', { name: `去支付 ${sum}` }).click()])
    await drawer.getByText('待支付').waitFor()
    await page.reload()
    await drawer.getByText('待支付').waitFor()
    await checkAccessibility(page, 'waiting beside the step')
    await cashier.getByRole('button', { name: '确认付款' }).click()
    await drawer.getByText('支付成功，已到账').waitFor()
    await drawer.getByRole('button', { name: '继续群发' }).click()
    await drawer.waitFor({ state: 'hidden' })
    await atStep(page, '费用')
    await page.getByRole('row', { name: /^合计/ }).waitFor()
    await expect.poll(() => page.getByText('还差').count()).toBe(0)
    // An empty form offers the draft, which goes on at its last step: the signature's registration is unconfirmed.
    await page.goto(`${site.addresses.console}/sms/broadcast`)
    await page.getByRole('link', { name: '继续最近的一份' }).click()
    await atStep(page, '费用')
    await page.getByRole('checkbox', { name: /仍然发送/ }).waitFor()
  })
})

test('a balance that was spent before 立即发送 is topped up in place, and the broadcast is sent', () =>
  atContent(site, 'empty', async page => {
    await page.goto(`${site.addresses.console}/sms/broadcast`)
    await page.getByRole('link', { name: '继续最近的一份' }).click()
    await page.getByRole('checkbox', { name: /仍然发送/ }).check()
    await next(page)
    await atStep(page, '确认')
    const spent = await page.request.post(`${site.addresses.console}/api/broadcasts/test`, {
      data: { uploadId: await uploadOf(page), phones: ['13863001009'] },
      headers: { 'idempotency-key': 'spent-in-another-tab', origin: site.addresses.console },
    })
    expect(spent.status()).toBe(200)
    await page.getByRole('button', { name: '立即发送' }).click()
    await page.getByRole('button', { name: /^补足 ¥/ }).click()
    const drawer = page.getByRole('dialog', { name: '补足费用' })
    await drawer.getByRole('radio', { name: '微信支付' }).check()
    await drawer.getByRole('button', { name: /^去支付 ¥/ }).click()
    await drawer.getByRole('img', { name: '微信支付二维码' }).waitFor()
    const { tradeNumber } = firstOrThrow(
      z.array(z.looseObject({ tradeNumber: z.string() })).parse(await (await fetch(`${site.addresses.payment}/api/trades`)).json()),
    )
    await control('pay', { paymentMethod: 'wechat', tradeNumber })
    await drawer.getByText('支付成功，已到账').waitFor()
    await drawer.getByRole('button', { name: '继续群发' }).click()
    // Back at the step that was left by the refusal.
    await atStep(page, '确认')
    await page.getByRole('button', { name: '立即发送' }).click()
    await page.waitForURL('**/sms/broadcast-task?id=*')
  }))

/** The numbers of the draft that is open. */
async function uploadOf(page: Page): Promise<string> {
  const draftId = new URL(page.url()).searchParams.get('draft')
  const answer = await page.request.get(`${site.addresses.console}/api/broadcast-drafts/one?draftId=${draftId}`)
  return z.looseObject({ content: z.looseObject({ uploadId: z.string() }) }).parse(await answer.json()).content.uploadId
}

test.each(viewsOf(import.meta.filename))('form, waiting payment and records are accessible and never scroll sideways at $width px', view =>
  at(
    '',
    async page => {
      await checkAccessibility(page, 'form')
      await page.getByRole('radio', { name: '微信支付' }).check()
      await page.getByRole('button', { name: '去支付' }).click()
      await page.getByRole('img', { name: '微信支付二维码' }).waitFor()
      await checkAccessibility(page, 'waiting')
      await page.getByRole('link', { name: '充值记录' }).click()
      await heading(page, '充值记录').waitFor()
      await page.getByText('待支付').first().waitFor()
      await checkAccessibility(page, 'records')
    },
    view,
  ),
)
