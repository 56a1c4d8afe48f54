import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { submitSm } from '#protocol/smpp/pdu.ts'
import { parseReceipt } from '#protocol/smpp/receipt.ts'
import { statuses } from '#protocol/smpp/status.ts'
import { encodeUcs2 } from '#protocol/text/ucs2.ts'
import { openSite } from '#test/support/site.ts'
import { bindProgram } from '#test/support/smpp.ts'
import { checkAccessibility, heading, rowOf, viewsOf } from '#test/support/visit.ts'
import { itemOrThrow, matchOrThrow } from '#values/or-throw.ts'

const site = openSite()

/** Step-up by a code to the account's own phone, for a new secret. */
async function prove(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '查看新的访问密钥：请先验证身份' })
  await dialog.getByRole('button', { name: '获取验证码' }).click()
  await dialog.getByRole('button', { name: /秒后可重新获取/ }).waitFor()
  const handset = await page.context().newPage()
  await handset.goto(`${site.addresses.handset}?phone=19200002001`)
  const text = handset.getByRole('log').getByText(/查看新的访问密钥，验证码\d{6}/)
  await text.first().waitFor()
  const code = itemOrThrow(matchOrThrow(/验证码(\d{6})/, await text.last().innerText()), 1)
  await handset.close()
  await dialog.getByLabel('短信验证码').fill(code)
  await dialog.getByRole('button', { name: '验证', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

test('SMPP is enabled for an app, a program binds with what the page shows, sends, and gets its report', () =>
  site.at('customer', '/sms/app-config?tab=smpp', async page => {
    await page.getByRole('button', { name: '开通SMPP' }).click()
    await prove(page)
    const dialog = page.getByRole('dialog', { name: '请现在保存密码' })
    await dialog.waitFor()
    const [address = '', systemId = '', password = ''] = await dialog.getByRole('definition').locator('code').allInnerTexts()
    expect(address).toBe(site.addresses.smpp)
    await dialog.getByRole('checkbox', { name: '我已保存好密码' }).check()
    await dialog.getByRole('button', { name: '完成' }).click()
    await page.getByText('已开通，没有连接').waitFor()

    const [host = '', port] = address.split(':')
    const login = { host, port: Number(port), systemId, password }
    await expect(bindProgram({ ...login, password: 'wrong' })).rejects.toMatchObject({ status: statuses.invalidPassword })
    const program = await bindProgram(login)
    await page.getByText('已连接1条').waitFor()
    await rowOf(page, '收发').getByText('127.0.0.1').waitFor()
    const { signature, phone } = site.addresses.demo.app
    const text = encodeUcs2(`【${signature}】您的登录验证码为204817，5分钟内有效，请勿告诉他人。`)
    const unknown = submitSm({ dataCoding: 8, shortMessage: encodeUcs2(`【${signature}】没有这个模板`), destination: phone })
    expect(await program.submit(unknown)).toMatchObject({ status: 0x402 })
    const { status, messageId } = await program.submit(
      submitSm({ dataCoding: 8, shortMessage: text, destination: phone, registeredDelivery: 1 }),
    )
    expect(status).toBe(statuses.ok)
    await expect.poll(() => program.delivered.map(request => parseReceipt(request))).toMatchObject([{ messageId, state: 'DELIVRD' }])

    await page.getByLabel('每秒条数').fill('0')
    await page.getByText('每秒条数须在1到2000之间').waitFor()
    await expect.poll(() => page.getByRole('button', { name: '保存' }).isDisabled()).toBe(true)
    await page.getByLabel('每秒条数').fill('20')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('已保存，几秒内生效').waitFor()

    await page.getByRole('button', { name: /^关\s?闭$/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^关\s?闭$/ })
      .click()
    expect(await program.ended).toBe('unbound by the peer')
    await page.getByText('已关闭').waitFor()
  }))

test.each(viewsOf(import.meta.filename))('SMPP of an app, $width wide, dark: $dark', view =>
  site.at(
    'customer',
    '/sms/app-config?tab=smpp',
    async page => {
      await heading(page, 'SMPP 3.4', 2).waitFor()
      await heading(page, '应答状态', 2).waitFor()
      await checkAccessibility(page, 'smpp')
    },
    view,
  ),
)
