import { createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openSite } from '#test/support/site.ts'
import { checkAccessibility, choose, heading, rowOf, viewsOf } from '#test/support/visit.ts'
import { type Delivery, startReceiver } from '#test/support/webhook.ts'
import { firstOrThrow, itemOrThrow, matchOrThrow } from '#values/or-throw.ts'

const site = openSite()
const section = '/sms/app-config?tab=webhook'

/** Step-up for changing the address of events, by a code to the account's own phone. */
async function prove(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '修改回调地址：请先验证身份' })
  await dialog.getByRole('button', { name: '获取验证码' }).click()
  const handset = await page.context().newPage()
  await handset.goto(`${site.addresses.handset}?phone=19200002001`)
  const text = handset.getByRole('log').getByText(/修改回调地址，验证码\d{6}/)
  await text.first().waitFor()
  const code = itemOrThrow(matchOrThrow(/验证码(\d{6})/, await text.last().innerText()), 1)
  await handset.close()
  await dialog.getByLabel('短信验证码').fill(code)
  await dialog.getByRole('button', { name: '验证', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

const isSigned = ({ headers, body }: Delivery, secret: string) => {
  const [, t, v1] = /^t=(\d+),v1=([\da-f]{64})$/.exec(String(headers['x-hongyan-signature'])) ?? []
  return v1 === createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
}

test('a webhook is added, tried, and notified of a sent message; a failure says what to do', async () => {
  let isWell = true
  const receiver = await startReceiver((_, response) => void response.writeHead(isWell ? 200 : 503).end())
  try {
    await site.at('customer', section, async page => {
      // The app whose key the demo prints.
      await choose(page, '应用', '商城订单系统')
      await page.getByText('shop.example.com').waitFor()
      await page.getByRole('button', { name: '添加回调地址' }).click()
      const form = page.getByRole('dialog', { name: '添加回调地址' })
      await form.getByLabel('回调地址').fill('ftp://example.com/')
      await form.getByRole('button', { name: '保存' }).click()
      await form.getByText('网址须以 http:// 或 https:// 开头').waitFor()
      await form.getByLabel('回调地址').fill('http://10.0.0.1/events')
      await form.getByRole('button', { name: '保存' }).click()
      await form.getByText('回调地址须是公网可以访问').waitFor()
      await form.getByLabel('回调地址').fill(`${receiver.url}/events`)
      await form.getByRole('button', { name: '保存' }).click()
      await prove(page)
      const dialog = page.getByRole('dialog', { name: '签名密钥' })
      const secret = await dialog.getByText(/^whsec_/).innerText()
      await dialog.getByRole('button', { name: '完成' }).click()

      const card = page.getByRole('listitem').filter({ hasText: receiver.url })
      await card.getByRole('button', { name: '测试' }).click()
      const trial = page.getByRole('dialog', { name: '测试推送' })
      await trial.getByRole('button', { name: '推送测试事件' }).click()
      await trial.getByText('成功').waitFor()
      await trial.getByText('x-hongyan-signature').waitFor()
      await page.keyboard.press('Escape')
      await trial.waitFor({ state: 'hidden' })
      expect(receiver.deliveries).toHaveLength(1)
      expect(isSigned(firstOrThrow(receiver.deliveries), secret)).toBe(true)

      const { accessKeyId, accessKeySecret, signature, templateCode, templateParam, phone } = site.addresses.demo.app
      const response = await fetch(`${site.addresses.openapi}/openapi/v1/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${accessKeyId}:${accessKeySecret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ signature, templateCode, templateParam, phones: [phone] }),
      })
      expect(response.status, await response.clone().text()).toBe(200)
      const reports = () =>
        receiver.deliveries
          .slice(1)
          .filter(delivery => isSigned(delivery, secret))
          .flatMap(delivery =>
            z
              .array(z.looseObject({ kind: z.string(), data: z.looseObject({ phone: z.string(), state: z.string() }) }))
              .parse(JSON.parse(delivery.body)),
          )
      await expect.poll(reports, { timeout: 30_000 }).toMatchObject([{ kind: 'report', data: { phone, state: 'delivered' } }])

      await card.getByRole('button', { name: '推送日志' }).click()
      const log = page.getByRole('dialog', { name: '推送日志' })
      await rowOf(page, '成功（测试）').waitFor()
      await log.getByRole('button', { name: '详情' }).first().click()
      await log.getByLabel('推送内容').getByText('"kind": "report"').waitFor()
      await page.keyboard.press('Escape')
      await log.waitFor({ state: 'hidden' })

      isWell = false
      await card.getByRole('button', { name: '测试' }).click()
      await trial.getByRole('button', { name: '推送测试事件' }).click()
      await trial.getByText('状态码不是2xx').waitFor()
      await trial.getByText('503').waitFor()
    })
  } finally {
    await receiver.close()
  }
})

test.each(viewsOf(import.meta.filename))('webhooks of an app, $width wide, dark: $dark', view =>
  site.at(
    'customer',
    section,
    async page => {
      await heading(page, '回调', 2).waitFor()
      await checkAccessibility(page, 'webhook')
    },
    view,
  ),
)
