import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Db, openDb } from '#db/connect.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { hashLinkPassword } from '#domain/visits/password.ts'
import { createAccount } from '#test/support/account.ts'
import { launchBrowser } from '#test/support/browser.ts'
import { Program } from '#test/support/engine.ts'
import { createLinks } from '#test/support/links.ts'
import { checkAccessibility, errorsOf, heading } from '#test/support/visit.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow, portOrThrow } from '#values/or-throw.ts'

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.48'
const android =
  'Mozilla/5.0 (Linux; Android 14; V2309A) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/116.0 Mobile Safari/537.36 MicroMessenger/8.0.48'

let folder: string
let server: EmbeddedPostgres
let db: Db
let account: AccountId
let redirect: Program
let base: string
let shop: Server
let browser: Browser

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'hongyan-pages-'))
  server = await startEmbeddedPostgres({ dataDir: folder })
  await migrate(server.url)
  db = openDb({ url: server.url, role: 'hongyan_platform' })
  account = (await createAccount(db)).account
  shop = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<title>商城</title><h1>${request.method} ${request.url}</h1>`)
  }).listen(0, '127.0.0.1')
  await once(shop, 'listening')
  redirect = new Program('redirect', { DATABASE_URL: server.url, HONGYAN_SECRET: 'x'.repeat(40), DATA_DIR: folder, REDIRECT_PORT: '0' })
  base = String((await redirect.start()).redirect)
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await redirect?.stop()
  shop?.close()
  await db?.destroy()
  await server?.stop()
  if (folder) await rm(folder, { recursive: true, force: true })
})

/** A link to the shop. */
async function linkWith(set: Record<string, unknown>): Promise<string> {
  const link = firstOrThrow(await createLinks(db, account, 1))
  const target = `http://127.0.0.1:${portOrThrow(shop)}/sale`
  await db
    .updateTable('link')
    .set({ target, ...set })
    .where('accountId', '=', account)
    .where('linkId', '=', link.linkId)
    .execute()
  return `${base}/${link.code}`
}

/** On a phone of 390 pixels, light and dark: the page has its content, nothing is cut off, and it is accessible. */
async function onPhones(userAgent: string, work: (page: Page) => Promise<void>): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      locale: 'zh-CN',
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      colorScheme,
      userAgent,
    })
    const errors = errorsOf(context)
    try {
      const page = await context.newPage()
      await work(page)
      await checkAccessibility(page, page.url())
    } finally {
      await context.close()
    }
    expect(errors).toEqual([])
  }
}

test('a link with a password asks for it once and redirects to the target', async () => {
  const link = await linkWith({ passwordHash: await hashLinkPassword('芝麻开门') })
  await onPhones(iphone, async page => {
    await page.goto(link)
    await heading(page, '请输入访问密码').waitFor()
    await page.getByLabel('密码').fill('芝麻')
    await page.getByRole('button', { name: '打开链接' }).click()
    await page.getByRole('alert').getByText('密码不正确').waitFor()
    const elsewhere = await page.context().newPage()
    await elsewhere.goto(link)
    await elsewhere.getByLabel('密码').fill('芝麻开门')
    await elsewhere.getByLabel('密码').press('Enter')
    await heading(elsewhere, 'GET /sale').waitFor()
  })
})

test.each([
  ['iPhone', iphone, '选择「在 Safari 中打开」'],
  ['安卓', android, '选择「在浏览器打开」'],
])('a visitor in WeChat is told how to leave, on %s, with the address to copy', async (_, userAgent, words) => {
  const link = await linkWith({ rules: JSON.stringify([{ inApps: ['微信'], targets: [] }]) })
  await onPhones(userAgent, async page => {
    await page.goto(link)
    await heading(page, '请在浏览器打开').waitFor()
    await page.getByText(words).waitFor()
    await page.getByText(link).click()
    expect(await page.evaluate(() => String(getSelection()))).toBe(link)
    await page.getByRole('button', { name: '复制链接' }).click()
    await page.getByRole('button', { name: '已复制' }).waitFor()
  })
})

test('a link that is early, expired, blocked or unknown says so', async () => {
  const pages: [string, string, string][] = [
    [await linkWith({ startsAt: new Date('2099-01-01T00:00:00Z') }), '链接还没有生效', '将在 2099-01-01 08:00 开放'],
    [await linkWith({ endsAt: new Date('2026-01-01T00:00:00Z') }), '链接已失效', '已过有效期'],
    [await linkWith({ state: 'blocked' }), '链接已被封禁', '不要照做'],
    [`${base}/nothing`, '链接已失效', '不存在或已停用'],
    [base, '短链接服务', '打开完整的短链接'],
  ]
  for (const [address, title, words] of pages)
    await onPhones(android, async page => {
      await page.goto(address)
      await heading(page, title).waitFor()
      await page.getByText(words).waitFor()
    })
})
