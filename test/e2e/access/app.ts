import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite } from '#test/support/site.ts'
import { checkAccessibility, heading, openSignedIn, proveBySms, rowOf, viewsOf } from '#test/support/visit.ts'

const site = openSite()
const { at } = site
const run = promisify(execFile)
const name = '门店小程序'
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-app-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Step-up for showing a secret. */
const prove = (page: Page, phone: string) => proveBySms(page, site.addresses.handset, { act: '查看新的密钥或密码', phone })

/** Saves the secret that is shown once, and returns it. */
async function keepSecret(page: Page): Promise<{ accessKeyId: string; secret: string }> {
  const dialog = page.getByRole('dialog', { name: '请现在保存密钥' })
  await dialog.waitFor()
  const [accessKeyId = '', secret = ''] = await dialog.locator('code').allInnerTexts()
  expect(await dialog.getByRole('button', { name: '完成' }).isDisabled()).toBe(true)
  await dialog.getByRole('checkbox', { name: '我已保存好AccessKeySecret' }).check()
  await dialog.getByRole('button', { name: '完成' }).click()
  await dialog.waitFor({ state: 'hidden' })
  return { accessKeyId, secret }
}

/** Runs the sample unchanged from the page; returns its output, also when it fails. */
async function runSample(page: Page, change: (code: string) => string = code => code): Promise<string> {
  await page.getByRole('button', { name: 'Node.js', exact: true }).click()
  const code = await page.getByRole('region', { name: 'send.mjs' }).locator('pre').innerText()
  const file = path.join(folder, 'send.mjs')
  await writeFile(file, change(code))
  return run(process.execPath, [file]).then(
    ({ stdout }) => stdout,
    (error: { stderr: string }) => error.stderr,
  )
}

const tab = (page: Page, label: string) => page.getByRole('navigation', { name: '应用' }).getByRole('button', { name: label }).click()

test('a new account without attestation and texts creates a test app, and its sample runs as shown', () =>
  at('empty', '/sms/app-manage', async page => {
    await page.getByRole('button', { name: '创建应用' }).first().click()
    const form = page.getByRole('dialog', { name: '创建应用' })
    const name = `${'W'.repeat(26)}先试一试`
    await form.getByLabel('名称').fill(name)
    const note = '订单与物流的通知'.repeat(12)
    await form.getByLabel('说明').fill(note)
    await form.getByLabel('测试应用').check()
    await form.getByRole('button', { name: '创建并生成密钥' }).click()
    await prove(page, '19200002002')
    await keepSecret(page)
    await heading(page, name).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBe(390)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByText('不用认证，也不用等审核').waitFor()
    expect(await runSample(page)).toMatch(/^19900000001 msg_/)
    expect(await page.getByText(/还没有可用的|认证后才能/).count()).toBe(0)
    await page.goto(`${site.addresses.console}/sms/app-manage`)
    const cell = page.getByRole('cell', { name })
    await cell.waitFor()
    // However long an app's texts are, they stay within their column.
    expect(
      await cell
        .getByText(note)
        .evaluate(text => text.getBoundingClientRect().right < (text.closest('td')?.getBoundingClientRect().right ?? 0)),
    ).toBe(true)
  }))

test('an app is created, its sample runs as shown, the log explains both requests; its key is rotated and the old one refused', async () => {
  let first = { accessKeyId: '', secret: '' }
  await at('customer', '/sms/app-manage', async page => {
    await page.getByRole('button', { name: '创建应用' }).click()
    const form = page.getByRole('dialog', { name: '创建应用' })
    await form.getByRole('button', { name: '创建并生成密钥' }).click()
    await form.getByText('名称不能少于2个字').waitFor()
    await form.getByLabel('名称').fill(name)
    await form.getByLabel('测试应用').check()
    await form.getByRole('button', { name: '创建并生成密钥' }).click()
    await prove(page, '19200002001')
    first = await keepSecret(page)
    await heading(page, name).waitFor()
    expect(await runSample(page)).toMatch(/^19900000001 msg_/)
    expect(await runSample(page, code => code.replace(/SMS_\d+/, 'SMS_999999'))).toContain('template_unknown')
    await tab(page, '请求日志')
    await rowOf(page, '模板“SMS_999999”不存在或未通过审核').waitFor()
    await rowOf(page, '成功').getByText('POST /openapi/v1/messages').waitFor()
    await page.getByRole('button', { name: '只看被拒绝的' }).click()
    await rowOf(page, '成功').waitFor({ state: 'detached' })
  })
  await site.visit(async page => {
    const { console: address, demo } = site.addresses
    await openSignedIn(page, `${address}/sms/app-manage`, { login: 'demo-developer', password: demo.customer.password })
    await page.getByRole('link', { name, exact: true }).click()
    const old = page.getByRole('listitem', { name: first.accessKeyId })
    await old.getByRole('button', { name: '轮换' }).click()
    await page.getByRole('button', { name: '生成新密钥' }).click()
    await prove(page, '19200002012')
    const next = await keepSecret(page)
    await old.getByText('即将停用').waitFor()
    await tab(page, '示例代码')
    const withOld = (code: string) => code.replace(next.accessKeyId, first.accessKeyId).replace(next.secret, first.secret)
    expect(await runSample(page)).toMatch(/msg_/)
    expect(await runSample(page, withOld)).toMatch(/msg_/)
    await tab(page, '访问密钥')
    await old.getByRole('button', { name: '停用' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '停用' }).click()
    await old.getByText('已停用').waitFor()
    await tab(page, '示例代码')
    await expect.poll(() => runSample(page, withOld)).toContain('key_disabled')
    expect(await runSample(page)).toMatch(/msg_/)
    await page.getByRole('button', { name: '停用' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '停用' }).click()
    await page.getByRole('button', { name: '启用' }).waitFor()
    await expect.poll(() => runSample(page)).toContain('app_disabled')
    await page.getByRole('button', { name: '删除' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
    await heading(page, '应用管理').waitFor()
    await page.getByRole('link', { name, exact: true }).waitFor({ state: 'detached' })
  })
})

test('an allowlist is validated line by line; a failed signature shows where it differs', () =>
  at('customer', '/sms/app-config?tab=security', async page => {
    await page.getByRole('combobox', { name: '应用' }).waitFor()
    const lines = page.getByLabel('地址', { exact: true })
    await lines.fill('203.0.113.*')
    await page.getByText('不能用*').waitFor()
    await lines.fill('203.0.113.0/24')
    await page.getByRole('radio', { name: '只许名单内' }).check()
    await page.getByRole('button', { name: '保存' }).first().click()
    await page.getByText('已保存，1秒内生效').waitFor()
    await page.reload()
    await expect.poll(() => page.getByRole('radio', { name: '只许名单内' }).isChecked()).toBe(true)
    await page.getByRole('link', { name: '密钥与示例' }).click()
    const id = await page
      .getByText(/^HY(DEMO|AK)\w+$/)
      .first()
      .innerText()
    const signed = {
      Action: 'SendSms',
      AccessKeyId: id,
      SignatureMethod: 'HMAC-SHA1',
      SignatureNonce: '1',
      Signature: 'ab',
      OutId: '订单'.repeat(90),
    }
    await fetch(`${site.addresses.openapi}/?${new URLSearchParams(signed)}`)
    await tab(page, '请求日志')
    const long = rowOf(page, 'SignatureDoesNotMatch').getByText('server string to sign is').first()
    // However long the string to sign is, it stays within its column.
    const isInside = (text: Element) => text.getBoundingClientRect().right < (text.closest('td')?.getBoundingClientRect().right ?? 0)
    expect(await long.evaluate(isInside)).toBe(true)
    await tab(page, '签名校验')
    const request = `POST /openapi/v1/messages HTTP/1.1\nAuthorization: HONGYAN-HMAC-SHA256 Credential=${id}, Signature=ab\nX-Hongyan-Timestamp: 1\nX-Hongyan-Nonce: 12345678\n\n{}`
    await page.getByRole('textbox', { name: '请求', exact: true }).fill(request)
    await page.getByLabel('您的待签名字符串或规范请求').fill('HONGYAN-HMAC-SHA256\n1\n12345678\nPOST\n/openapi/v2/messages\n')
    await page.getByRole('button', { name: '校验', exact: true }).click()
    await page.getByText('第5行第11个字符开始不同').waitFor()
  }))

test.each(viewsOf(import.meta.filename))('the pages of apps are readable at $width', async view => {
  await at(
    'customer',
    '/sms/app-manage',
    async page => {
      await page.getByRole('link', { name: '商城订单系统' }).waitFor()
      await checkAccessibility(page, 'apps')
      await page.getByRole('link', { name: '商城订单系统' }).click()
      await page.getByText('生产服务器').waitFor()
      await checkAccessibility(page, 'keys')
      for (const [label, text] of [
        ['示例代码', 'send.sh'],
        ['请求日志', 'SendSms'],
        ['签名校验', '签名校验'],
      ] as const) {
        await tab(page, label)
        await page.getByText(text).first().waitFor()
        await checkAccessibility(page, label)
      }
      await page.getByRole('link', { name: '配置', exact: true }).click()
      for (const [label, title] of [
        ['安全', 'IP白名单'],
        ['限额与频控', '同一号码的频率'],
        ['兼容接口', '腾讯云SDK要改的几行'],
      ] as const) {
        await page.getByRole('navigation', { name: '应用配置' }).getByRole('button', { name: label }).click()
        await heading(page, title, 2).waitFor()
        await checkAccessibility(page, label)
      }
    },
    view,
  )
})
