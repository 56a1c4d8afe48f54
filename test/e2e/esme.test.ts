import { expect, test } from 'vitest'
import { submitSm } from '#protocol/smpp/pdu.ts'
import { parseReceipt } from '#protocol/smpp/receipt.ts'
import { statuses } from '#protocol/smpp/status.ts'
import { encodeUcs2 } from '#protocol/text/ucs2.ts'
import { bindProgram } from '#test/support/esme-server.ts'
import { openSite } from '#test/support/site.ts'
import { checkAccessibility, heading, proveBySms, rowOf, viewsOf } from '#test/support/visit.ts'

const site = openSite()

test('SMPP is enabled for an app, a program binds with what the page shows, sends, and gets its report', () =>
  site.at('customer', '/sms/app-config?tab=smpp', async page => {
    await page.getByRole('button', { name: '开通SMPP' }).click()
    await proveBySms(page, site.addresses.handset, { act: '查看新的密钥或密码', phone: '19200002001' })
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

test.each(viewsOf(import.meta.filename))('SMPP and CMPP of an app, $width wide, dark: $dark', view =>
  site.at(
    'customer',
    '/sms/app-config?tab=smpp',
    async page => {
      await heading(page, 'SMPP 3.4', 2).waitFor()
      await heading(page, '应答状态', 2).waitFor()
      await checkAccessibility(page, 'smpp')
      await page.getByRole('button', { name: 'CMPP', exact: true }).click()
      await heading(page, 'CMPP 2.0 / 3.0', 2).waitFor()
      await page.getByRole('button', { name: '开通CMPP' }).waitFor()
      await checkAccessibility(page, 'cmpp')
    },
    view,
  ),
)
