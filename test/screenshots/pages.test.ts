import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes as adminRoutes } from '#admin/routes.tsx'
import { routes } from '#console/routes.tsx'
import { publicAdminPaths } from '#contract/admin-pages.ts'
import { launchBrowser } from '#test/support/browser.ts'
import { type Login, type Platform, startPlatform } from '#test/support/platform.ts'
import { checkAccessibility, openSignedIn, signIn, type View, visit } from '#test/support/visit.ts'

/**
 * Every page of both route tables after loading: one heading, no axe violation, no sideways scroll, no script error.
 * SCREENSHOTS=folder writes a picture of each;
 * SCREENSHOTS_OF='{"console":…,"admin":…,"logins":{"large":{"login":…,"password":…}}}' uses a running platform, signed
 * in to its accounts.
 */
const folder = process.env.SCREENSHOTS
const given = process.env.SCREENSHOTS_OF
  ? (JSON.parse(process.env.SCREENSHOTS_OF) as { console: string; admin: string; logins: Record<string, Login> })
  : null

let platform: Platform | null = null
let browser: Browser
let addresses: { console: string; admin: string }
let logins: Record<string, Login>

beforeAll(async () => {
  if (given) {
    addresses = given
    logins = given.logins
  } else {
    platform = await startPlatform()
    addresses = platform.addresses
    const { customer, empty, admin } = platform.addresses.demo
    logins = { customer, empty, admin }
  }
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

const wide: View = { width: 1440 }
const phone: View = { width: 390 }
const looks = [wide, { ...wide, dark: true }, phone, { ...phone, dark: true }]
const nameOf = ({ width, dark }: View) => `${width}-${dark ? 'dark' : 'light'}`

const accounts = given ? Object.keys(given.logins).filter(name => name !== 'admin') : ['customer', 'empty']
const memberPages = Object.entries(routes).filter(([, route]) => route.audience !== 'visitor')

async function look(page: Page, { address, where }: { address: string; where: string }): Promise<void> {
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  if (folder) {
    await mkdir(folder, { recursive: true })
    await page.screenshot({ path: path.join(folder, `${where.replaceAll('/', '_')}.png`), fullPage: true })
  }
  expect(await page.getByRole('heading', { level: 1 }).count(), where).toBe(1)
  await checkAccessibility(page, where)
}

test.each(accounts.flatMap(account => looks.map(one => [account, nameOf(one), one] as const)))(
  'pages of the account %s, %s',
  (account, name, one) =>
    visit(
      browser,
      async page => {
        await openSignedIn(page, `${addresses.console}/system/home`, logins[account]!)
        for (const [place] of memberPages) await look(page, { address: addresses.console + place, where: `${account}-${name}-${place}` })
      },
      one,
    ),
)

test.each(looks.map(one => [nameOf(one), one] as const))('pages of the back office, %s', (name, one) =>
  visit(
    browser,
    async page => {
      await signIn(page, `${addresses.admin}/sign-in`, logins.admin!)
      await page.getByRole('heading', { level: 1, name: '工作台' }).waitFor()
      const places = Object.keys(adminRoutes).filter(place => !publicAdminPaths.includes(place))
      for (const place of places) await look(page, { address: addresses.admin + place, where: `admin-${name}-${place}` })
    },
    one,
  ),
)
