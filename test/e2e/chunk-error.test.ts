import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { pagePaths } from '#contract/pages.ts'
import { type App, createApp } from '#http/server/app.ts'
import { serveStatic } from '#http/server/static.ts'
import { launchBrowser } from '#test/support/browser.ts'
import { heading } from '#test/support/visit.ts'

/** Page resources that fail or stall, in a real browser with the built console. */
const folder = path.join(import.meta.dirname, '../../dist/console')
const manifest = z
  .record(z.string(), z.looseObject({ file: z.string() }))
  .parse(JSON.parse(readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8')))
const chunk = `/${manifest['user/recovery/Page.tsx']?.file}`
const failed = '页面资源加载失败'

let app: App
let base: string
let browser: Browser
let page: Page

beforeAll(async () => {
  app = await createApp({ forBrowsers: true })
  await serveStatic(app, { folder, sessionCall: '/api/me', isPage: address => pagePaths.some(one => one === address) })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await app?.close()
})
beforeEach(async () => {
  page = await browser.newPage({ locale: 'zh-CN' })
})
afterEach(() => page.close())

const goToRecovery = () =>
  page.evaluate(() => {
    history.pushState({ idx: 1 }, '', '/user/recovery')
    dispatchEvent(new PopStateEvent('popstate', { state: { idx: 1 } }))
  })

test('a blocked chunk keeps the layout and says what to do; the retry loads it', async () => {
  await page.route(`**${chunk}`, route => route.abort())
  await page.goto(`${base}/user/recovery`)
  await heading(page, failed).waitFor()
  expect(await page.getByRole('banner').count()).toBe(1)
  await page.unroute(`**${chunk}`)
  await page.getByRole('button', { name: '重试' }).click()
  await heading(page, '找回密码').waitFor()
})

test('the retry stays while no server answers; when one does the page loads by itself', async () => {
  await page.goto(`${base}/user/login`)
  await heading(page, '登录').waitFor()
  await page.route('**/*', route => route.abort())
  await goToRecovery()
  await heading(page, failed).waitFor()
  await page.getByText('暂时连不上服务器').waitFor()
  await page.getByRole('button', { name: '重试' }).click()
  await page.getByText('暂时连不上服务器').waitFor()
  await page.unroute('**/*')
  await heading(page, '找回密码').waitFor()
})

test('a stalled chunk says that it loads, and counts as failed after 120 seconds, not before', async () => {
  await page.clock.install()
  await page.goto(`${base}/user/login`)
  await heading(page, '登录').waitFor()
  const asked = page.waitForRequest(`**${chunk}`)
  await page.route(`**${chunk}`, () => undefined)
  await goToRecovery()
  await asked
  await expect
    .poll(() => page.locator('.hy-slow').evaluate(place => getComputedStyle(place, '::after').visibility), { timeout: 10_000 })
    .toBe('visible')
  await page.clock.runFor(110_000)
  expect(await heading(page, failed).count()).toBe(0)
  await page.clock.runFor(11_000)
  await heading(page, failed).waitFor()
})

test('a page reloads itself once after a deploy, and no second time', async () => {
  await page.goto(`${base}/user/login`)
  await heading(page, '登录').waitFor()
  const index = readFileSync(path.join(folder, 'index.html'), 'utf8')
  await page.route(`${base}/`, route =>
    route.fulfill({ contentType: 'text/html', body: index.replace(/(src="\/assets\/)index-/, '$1newer-') }),
  )
  await page.route(`**${chunk}`, route => route.fulfill({ status: 404 }))
  let navigations = 0
  page.on('request', request => {
    if (request.isNavigationRequest()) navigations += 1
  })
  await goToRecovery()
  await page.waitForEvent('load')
  await page.getByText('如果一直失败').waitFor()
  expect(navigations).toBe(1)
})

test('an app whose own script is missing says so instead of staying white', async () => {
  await page.route('**/assets/index-*.js', route => route.abort())
  await page.goto(`${base}/user/login`)
  await heading(page, failed).waitFor()
  expect(await page.getByRole('button', { name: '重新加载' }).count()).toBe(1)
})
