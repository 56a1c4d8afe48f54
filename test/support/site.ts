import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launchBrowser } from './browser.ts'
import { type Platform, startPlatform } from './platform.ts'
import { openSignedIn, type View, visit } from './visit.ts'

/** The platform and the browser of a file of browser tests. */
export interface Site {
  readonly platform: Platform
  readonly browser: Browser
  readonly addresses: Platform['addresses']
  /** Ends all programs gracefully and starts them on the same data; returns the exit status. */
  restart(): Promise<number | null>
  /** A visitor with an empty browser; see `visit`. */
  visit(work: (page: Page) => Promise<void>, view?: View): Promise<void>
  /** Signed in to a demo account, at a page of the console whose heading is loaded. */
  at(who: 'customer' | 'empty', path: string, work: (page: Page) => Promise<void>, view?: View): Promise<void>
}

interface SiteOptions {
  /** Extra environment of its programs; read when they start. */
  environment?: Record<string, string>
  /** Prepares state before the first test. */
  prepare?: (site: Site) => Promise<unknown>
}

let shared: Site | undefined

/**
 * Runs a platform and a browser from before the file's first test until after its last. Parts of one test file share
 * them, but for those with options.
 */
export function openSite(options?: SiteOptions): Site {
  if (options) return runSite(options)
  shared ??= runSite({})
  return shared
}

function runSite({ environment = {}, prepare }: SiteOptions): Site {
  let platform: Platform
  let browser: Browser
  beforeAll(async () => {
    Object.assign(process.env, environment)
    platform = await startPlatform()
    browser = await launchBrowser()
    await prepare?.(site)
  })
  afterAll(async () => {
    for (const name of Object.keys(environment)) delete process.env[name]
    await browser?.close()
    await platform?.stop()
  })
  const site: Site = {
    get browser() {
      return browser
    },
    get platform() {
      return platform
    },
    get addresses() {
      return platform.addresses
    },
    restart: async () => {
      const status = await platform.stop({ keepsData: true })
      platform = await startPlatform({ dataDir: platform.dataDir })
      return status
    },
    visit: (work, view) => visit(browser, work, view),
    at: (who, path, work, view) =>
      visit(
        browser,
        async page => {
          await openSignedIn(page, platform.addresses.console + path, platform.addresses.demo[who])
          await page.getByRole('heading', { level: 1 }).waitFor()
          await work(page)
        },
        view,
      ),
  }
  return site
}
