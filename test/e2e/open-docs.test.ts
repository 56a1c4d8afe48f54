import Fastify from 'fastify'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveDocs } from '#http/open/docs.ts'
import type { App } from '#http/server/app.ts'
import { launchBrowser } from '#test/support/browser.ts'
import { checkAccessibility, viewsOf, visit } from '#test/support/visit.ts'

let browser: Browser
let app: App
let address: string

beforeAll(async () => {
  app = Fastify() as unknown as App
  await serveDocs(app)
  const base = await app.listen({ host: '127.0.0.1', port: 0 })
  address = `${base}/openapi/v1/docs`
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await app?.close()
})

test('a programmer finds a call by its name, copies its sample in one language and reads what an error means', () =>
  visit(browser, async page => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(address)
    await page.keyboard.press('/')
    await page.getByRole('searchbox').fill('取消定时')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toContain('#cancelBatch')
    const call = page.locator('#cancelBatch')
    await call.getByRole('button', { name: 'Python' }).click()
    await call.locator('[data-sample="Python"] .copy').click({ force: true })
    await page.getByText('已复制').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('requests.post(')
    // The language is kept for every other call, and across a reload.
    await page.reload()
    await page.locator('#sendMessages [data-sample="Python"]').waitFor()
    await page.getByRole('searchbox').fill('phone_blacklisted')
    await expect.poll(() => page.locator('.errors tbody tr:visible').count()).toBe(1)
    await page.getByRole('searchbox').fill('没有这种东西')
    await page.getByText('没有找到').waitFor()
  }))

test('on a phone the table of contents opens over the page, and a chosen theme stays', () =>
  visit(
    browser,
    async page => {
      await page.goto(address)
      await page.getByRole('button', { name: '目录' }).click()
      await page.getByRole('link', { name: '沙箱' }).first().click()
      await expect.poll(() => page.url()).toContain('#sandbox')
      await page.locator('#nav').waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: '切换深色和浅色' }).click()
      await page.reload()
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light')
    },
    { width: 390, dark: true },
  ))

for (const view of viewsOf(import.meta.filename))
  test(`the docs page meets WCAG 2.2 AA at ${view.width} px, ${view.dark ? 'dark' : 'light'}`, () =>
    visit(
      browser,
      async page => {
        await page.goto(address)
        // One group of calls and some codes represent all of them; axe needs a minute for these.
        await page.evaluate(() => {
          for (const one of document.querySelectorAll('.group:not(#api-messages), .errors tbody tr:nth-child(n + 8)')) one.remove()
        })
        await checkAccessibility(page, '接口文档')
      },
      view,
    ))
