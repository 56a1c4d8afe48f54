import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { asAccount, openDb } from '#db/connect.ts'
import { giveLinkUnits } from '#test/support/account.ts'
import { atContent, atStep, deliveredOf, messagesOn, next, numberAt, toConfirm } from '#test/support/broadcast-form.ts'
import { openSite } from '#test/support/site.ts'
import { checkAccessibility, choose, heading, proveBySms, rowOf, type View } from '#test/support/visit.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow, matchOrThrow } from '#values/or-throw.ts'

const phoneAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
const prefix = 1_384_000

/** The demo account gets a template with a link variable, units, and a domain that needs no review. */
async function equip(): Promise<void> {
  const db = openDb({ url: site.platform.databaseUrl, role: 'hongyan_platform', max: 1 })
  const { rows } = await sql<{ accountId: AccountId }>`
    select account_id from login_name where login = ${site.addresses.demo.customer.login} -- across accounts: the demo's`.execute(db)
  const account = firstOrThrow(rows).accountId
  await db.insertInto('domainRule').values({ domain: 'yunzhan-mall.cn', kind: 'trusted' }).execute()
  await asAccount(db, account, async tx => {
    await giveLinkUnits(tx, account, 1_000)
    await tx
      .insertInto('template')
      .values(
        (['transactional', 'marketing'] as const).map((kind, index) => ({
          accountId: account,
          templateId: newId(),
          code: `SMS_90000${index + 1}`,
          name: '会员礼遇',
          kind,
          text: `您的会员编号\${number}已生效，专属礼遇请查看\${page}`,
          variables: JSON.stringify([
            { name: 'number', kind: 'alphanumeric', maxLength: 20 },
            { name: 'page', kind: 'link', maxLength: 60 },
          ]),
          state: 'approved' as const,
        })),
      )
      .execute()
  })
  await db.destroy()
}

const site = openSite({ prepare: equip })

const csv = (count: number) =>
  `手机号,number\r\n${Array.from({ length: count }, (_, index) => `${numberAt(prefix, index)},HY${1000 + index}`).join('\r\n')}`

/** The column mapping of ten numbers. */
async function mapColumns(page: Page, template: string): Promise<void> {
  await choose(page, '签名', '【云栈集市】')
  await choose(page, '模板', template)
  await next(page)
  await page.getByLabel('号码文件').setInputFiles({ name: '会员.csv', mimeType: 'text/csv', buffer: Buffer.from(csv(10)) })
}

/** With a new link created on the page. */
async function chooseLink(page: Page, target: string): Promise<void> {
  await mapColumns(page, '通知 · 会员礼遇')
  await choose(page, '变量 page', '短链，每个号码一个地址')
  await page.getByRole('textbox', { name: '新短链的目标网址' }).fill(target)
  await page
    .getByRole('button', { name: '新 建' })
    .or(page.getByRole('button', { name: '新建' }))
    .click()
  await page.getByText(/每个号码的地址不同/).waitFor()
}
async function checkNumbers(page: Page): Promise<void> {
  await page.getByRole('button', { name: '开始检查号码' }).click()
  await page.getByText('检查完成', { exact: true }).waitFor()
}
const atForm = (work: (page: Page) => Promise<void>, view: View = {}) => atContent(site, 'customer', work, view)
const addressIn = (text: string) => matchOrThrow(/https?:\/\/\S+\/[A-Za-z0-9]{8}$/, text)[0]

test('each recipient gets an own address; openings are shown, and the others are sent to again', () =>
  atForm(async page => {
    await chooseLink(page, 'https://www.yunzhan-mall.cn/gift')
    await page
      .getByText(/\/\*{8}/)
      .first()
      .waitFor()
    await checkAccessibility(page, 'a link is chosen')
    await checkNumbers(page)
    await next(page)
    await atStep(page, '时间')
    await next(page)
    await atStep(page, '费用')
    await page.getByText(/从短链套餐用 10 个单位/).waitFor()
    await next(page)
    await atStep(page, '确认')
    await page.getByRole('textbox', { name: '任务名称' }).fill('会员礼遇')
    await page.getByRole('button', { name: '立即发送' }).click()
    await heading(page, '会员礼遇').waitFor()
    // What ends while the list is open waits behind its bar of new rows.
    await page.getByText(/^这次群发已结束/).waitFor()
    await page.goto(`${site.addresses.console}/sms/broadcast-history`)
    const record = rowOf(page, '会员礼遇')
    await record.waitFor()
    await deliveredOf(record, '10')
    const texts = await Promise.all(Array.from({ length: 10 }, (_, index) => messagesOn(site, numberAt(prefix, index))))
    const addresses = texts.map(([text]) => addressIn(text!))
    expect(new Set(addresses).size).toBe(10)
    for (const address of [...addresses.slice(0, 3), firstOrThrow(addresses)])
      expect((await fetch(address, { redirect: 'manual', headers: { 'user-agent': phoneAgent } })).status).toBe(302)

    await record.getByRole('button', { name: '详情' }).click()
    await page.getByText('共点击 4 次').waitFor()
    await heading(page, '短链点击', 2).waitFor()
    const clicked = page.getByRole('region', { name: '谁点击了' })
    await clicked.getByRole('row').nth(3).waitFor()
    await page.getByRole('textbox', { name: '按手机号查找' }).fill(numberAt(prefix, 0).slice(-4))
    await clicked.getByRole('row').nth(3).waitFor({ state: 'detached' })
    await clicked.getByRole('button', { name: /显示完整号码/ }).click()
    await proveBySms(page, site.addresses.handset, { act: '查看完整号码', phone: '19200002001' })
    await clicked.getByText(numberAt(prefix, 0)).waitFor()
    await checkAccessibility(page, 'who opened the link')

    await page.getByRole('button', { name: '再发一次' }).click()
    const dialog = page.getByRole('dialog').filter({ hasText: '再发“会员礼遇”' })
    await dialog.getByRole('radio', { name: '送达但没有点击的 7 个号码' }).check()
    await dialog.getByRole('button', { name: '下一步' }).click()
    await page.getByText('会员礼遇：没有点击链接的号码').waitFor()
    await page.getByText('检查完成', { exact: true }).waitFor()
    await toConfirm(page)
    await page.getByText(/yunzhan-mall\.cn\/gift，每个号码一个地址/).waitFor()
  }))

test('the opt-out link of a marketing text is filled in by a button beside the choice of its variable', () =>
  atForm(async page => {
    await mapColumns(page, '推广 · 会员礼遇')
    const boxOf = async (what: Locator) => (await what.boundingBox())!
    const choice = await boxOf(page.locator('.ant-select').filter({ has: page.getByRole('combobox', { name: '变量 page' }) }))
    const button = await boxOf(page.getByRole('button', { name: '填入退订链接' }))
    expect(button.x).toBeGreaterThanOrEqual(choice.x + choice.width)
    expect(Math.abs(button.y + button.height / 2 - choice.y - choice.height / 2)).toBeLessThan(4)
  }))

test('a link under review is saved with the draft, and nothing is sent with it', () =>
  atForm(
    async page => {
      await chooseLink(page, 'https://unknown-shop.cn/')
      await page.getByText('短链审核中，请等待审核通过后才能发送。').waitFor()
      await page.getByText('已保存为草稿').first().waitFor()
      await page.reload()
      await page.getByText('短链审核中，请等待审核通过后才能发送。').waitFor()
      await checkAccessibility(page, 'a link in review')
      await checkNumbers(page)
      await next(page)
      await atStep(page, '时间')
      await next(page)
      await page.getByText('短链审核中，现在不能发送').waitFor()
      await checkAccessibility(page, 'a link in review at the cost')
    },
    { width: 390, dark: true },
  ))

test('a text written for one broadcast gets a link at the caret', () =>
  atForm(async page => {
    await choose(page, '签名', '【云栈集市】')
    await page.getByRole('radio', { name: '自己写推广内容' }).check()
    const text = page.getByRole('textbox', { name: '推广内容' })
    await text.fill('周年庆全场八折，详情见')
    await page.getByRole('button', { name: '插入短链' }).click()
    await expect.poll(() => text.inputValue()).toBe(`周年庆全场八折，详情见 \${link} `)
    await page.getByText('短链在下一步选择').waitFor()
    await checkAccessibility(page, 'an own text with a link')
    await next(page)
    await page.getByLabel('号码文件').setInputFiles({ name: '会员.csv', mimeType: 'text/csv', buffer: Buffer.from(csv(2)) })
    await choose(page, '变量 link', '短链，每个号码一个地址')
    await page.getByRole('combobox', { name: '变量 link 的短链' }).waitFor()
  }))
