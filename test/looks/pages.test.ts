import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes } from '#console/routes.tsx'
import { publicOperatorPaths } from '#contract/operator-pages.ts'
import { routes as operatorRoutes } from '#operator/routes.tsx'
import { launchBrowser } from '#test/support/browser.ts'
import { type Login, type Platform, startPlatform } from '#test/support/platform.ts'
import { checkLooks, type Look, openSignedIn, signIn, visit } from '#test/support/visit.ts'

/**
 * Every page of both route tables as it stands after loading: one heading, no violation that axe finds, no sideways scroll, no script that throws. With
 * LOOKS=folder it writes a picture of each; LOOKS_AT='{"console":…,"operator":…,"logins":{"large":{"login":…,"password":…}}}' looks at a platform that runs already,
 * signed in to its accounts.
 */
const folder = process.env.LOOKS
const given = process.env.LOOKS_AT
  ? (JSON.parse(process.env.LOOKS_AT) as { console: string; operator: string; logins: Record<string, Login> })
  : null

let platform: Platform | null = null
let browser: Browser
let addresses: { console: string; operator: string }
let logins: Record<string, Login>

beforeAll(async () => {
  if (given) {
    addresses = given
    logins = given.logins
  } else {
    platform = await startPlatform()
    addresses = platform.addresses
    const { customer, empty, operator } = platform.addresses.demo
    logins = { customer, empty, operator }
  }
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

const wide: Look = { width: 1440 }
const phone: Look = { width: 390 }
const looks = [wide, { ...wide, dark: true }, phone, { ...phone, dark: true }]
const nameOf = ({ width, dark }: Look) => `${width}-${dark ? 'dark' : 'light'}`

const accounts = given ? Object.keys(given.logins).filter(name => name !== 'operator') : ['customer', 'empty']
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
  await checkLooks(page, where)
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
      await signIn(page, `${addresses.operator}/sign-in`, logins.operator!)
      await page.getByRole('heading', { level: 1, name: '工作台' }).waitFor()
      const places = Object.keys(operatorRoutes).filter(place => !publicOperatorPaths.includes(place))
      for (const place of places) await look(page, { address: addresses.operator + place, where: `operator-${name}-${place}` })
    },
    one,
  ),
)
