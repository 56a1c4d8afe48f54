import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { routes as adminRoutes } from '#admin/routes.tsx'
import { packPages } from '#bin/build/built.ts'
import { routes } from '#console/routes.tsx'
import { publicAdminPaths } from '#contract/admin-pages.ts'
import { goInApp, type PageLoad, preloadNext, readLoad, scriptBytes, shiftOf, watchLoads } from '#test/support/page-load.ts'
import type { Login } from '#test/support/platform.ts'
import { openSite } from '#test/support/site.ts'
import { smallTargets } from '#test/support/targets.ts'
import { openSignedIn, type View, viewsOf, visit } from '#test/support/visit.ts'
import { lastOrThrow } from '#values/or-throw.ts'

const site = openSite()

/**
 * Budgets as transferred: bytes of scripts and requests of the sign-in page, of each page after it, of all scripts of a
 * page that is opened first, and how much of a page may jump.
 */
const budgets = { signInBytes: 150_000, signInRequests: 7, pageBytes: 60_000, allBytes: 390_000, pageRequests: 15, shift: 0.02 }
const narrowest = 320

/** What people print: bills, invoices, lists with columns that sort, charts. */
const isPrinted = (path: string) => path.startsWith('/system/finance/') || path === '/sms/smsTotal'

const apps = {
  console: {
    product: '鸿雁',
    signInPath: '/user/login',
    titles: Object.entries(routes).flatMap(([path, { audience, title }]) => (audience === 'member' ? [[path, title] as const] : [])),
  },
  admin: {
    product: '鸿雁运营后台',
    signInPath: '/sign-in',
    titles: Object.entries(adminRoutes).flatMap(([path, { title }]) => (publicAdminPaths.includes(path) ? [] : [[path, title] as const])),
  },
}
type AppName = keyof typeof apps
const logins: Record<AppName, () => Login> = { console: () => site.addresses.demo.customer, admin: () => site.addresses.demo.admin }

const signInPaths: Record<AppName, string> = { console: '/api/sign-in', admin: '/api/admin/sign-in' }

const phone: View = { width: 390, isFirst: true, isTouched: true }

/** What is wrong with a page that was just opened at its address. */
async function problemsOf(page: Page, known: PageLoad): Promise<string[]> {
  const load = await readLoad(page)
  const bytes = scriptBytes(load, known)
  const allBytes = scriptBytes(load)
  return [
    ...(bytes > budgets.pageBytes ? [`${bytes} bytes of scripts`] : []),
    ...(allBytes > budgets.allBytes ? [`${allBytes} bytes of scripts in all`] : []),
    ...(load.requestCount > budgets.pageRequests ? [`${load.requestCount} requests`] : []),
    ...(shiftOf(load) > budgets.shift ? load.shifts : []),
    ...load.violations,
  ]
}

/** What is wrong with a complete page's structure. */
const faultsOf = (page: Page, title: string) =>
  page.evaluate(async expected => {
    // A chart follows its frame one frame later.
    for (let frame = 0; frame < 3; frame += 1) await new Promise(resolve => requestAnimationFrame(resolve))
    const count = (selector: string) => document.querySelectorAll(selector).length
    const low = [...document.querySelectorAll('main .ant-btn-primary:not(.ant-btn-sm)')].filter(
      button => button.checkVisibility() && button.getBoundingClientRect().height < (innerWidth < 640 ? 44 : 24),
    )
    // iOS zooms into a field with smaller letters.
    const fine = [...document.querySelectorAll('input:not([type=checkbox], [type=radio], [type=range], [type=file]), textarea')].filter(
      field =>
        matchMedia('(pointer: coarse)').matches && field.checkVisibility() && Number.parseFloat(getComputedStyle(field).fontSize) < 16,
    )
    return [
      ...(document.title === expected ? [] : [`title ${document.title}`]),
      ...(document.documentElement.lang === 'zh-CN' ? [] : ['lang']),
      ...(count('h1') === 1 && count('main') === 1 ? [] : [`${count('h1')} h1, ${count('main')} main`]),
      ...(document.documentElement.scrollWidth <= innerWidth ? [] : [`scrolls sideways at ${innerWidth}`]),
      ...low.map(button => `low button ${button.textContent}`),
      ...fine.map(({ id, ariaLabel }) => `small letters in the field ${ariaLabel ?? id}`),
    ]
  }, title)

/** Tab begins at the skip link. */
async function startsAtSkipLink(page: Page): Promise<boolean> {
  await page.keyboard.press('Tab')
  return page.evaluate(() => document.activeElement?.matches('.hy-skip') ?? false)
}

/** A list whose rows are so high that one can't compare many; some have a long text. */
const rowFaults = (page: Page) =>
  page.locator('[data-list]:not([data-cards]) > table > tbody').evaluateAll(bodies =>
    bodies.flatMap(({ children }) => {
      const heights = [...children].map(row => row.clientHeight).sort((a, b) => a - b)
      const usual = heights[Math.floor((heights.length - 1) / 2)] ?? 0
      return usual > 48 ? [`rows of ${usual} px`] : []
    }),
  )

/** Rows of a list that one sees without scrolling. */
const rowsInView = (page: Page) =>
  page.locator('[data-list] tbody tr').evaluateAll(rows => rows.filter(row => row.getBoundingClientRect().bottom <= innerHeight).length)

/** What a printed page has too much or too little. */
async function paperFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' })
  const frame = page
    .getByRole('banner')
    .or(page.getByRole('navigation', { name: '功能' }))
    .or(page.locator('.hy-skip'))
  const lost = await page
    .locator('th:not([data-fixed="end"], [data-box], [data-acts])')
    .evaluateAll(heads =>
      heads.flatMap(head => (head instanceof HTMLElement && head.innerText.trim() === '' ? [head.textContent.trim()] : [])),
    )
  const flatCharts = await page.locator('figure svg[role="img"]').evaluateAll(all => all.filter(one => one.clientHeight < 40).length)
  const acts = await page
    .getByRole('link', { name: /^(查看|导出|详情)/ })
    .or(page.getByRole('button', { name: /^(查看|导出|详情)/ }))
    .filter({ visible: true })
    .allInnerTexts()
  const faults = [
    ...acts.map(name => `${name} is printed, which leads nowhere on paper`),
    ...(flatCharts > 0 ? [`${flatCharts} charts are not printed`] : []),
    ...lost.filter(name => name !== '').map(name => `the heading ${name} is not printed`),
    ...((await frame.filter({ visible: true }).count()) > 0 ? ['the frame is printed'] : []),
    ...((await page.getByText('打印于').filter({ visible: true }).count()) === 1 ? [] : ['nothing says whose it is']),
  ]
  await page.emulateMedia({ media: null })
  return faults
}

const named = (path: string, problems: readonly string[]) => problems.map(problem => `${path}: ${problem}`)

test.each(['console', 'admin'] as const)('each page of the %s: bytes, requests, jumps and structure, on a phone', app =>
  visit(
    site.browser,
    async page => {
      await packPages()
      await watchLoads(page)
      const { product, titles } = apps[app]
      await page.goto(site.addresses[app] + apps[app].signInPath)
      const signInLoad = await readLoad(page)
      expect(scriptBytes(signInLoad)).toBeLessThanOrEqual(budgets.signInBytes)
      expect(signInLoad.requestCount).toBeLessThanOrEqual(budgets.signInRequests)
      const preloaded = await preloadNext(page)
      await openSignedIn(page, site.addresses[app], logins[app](), signInPaths[app])
      const problems: string[] = []
      for (const [path, title] of titles) {
        await page.goto(site.addresses[app] + path)
        problems.push(...named(path, await problemsOf(page, preloaded)))
        problems.push(...named(path, await faultsOf(page, `${title} - ${product}`)))
        if (!(await startsAtSkipLink(page))) problems.push(`${path}: Tab does not begin at the skip link`)
        problems.push(...named(path, await smallTargets(page)))
        await page.setViewportSize({ width: narrowest, height: 900 })
        problems.push(...named(path, await faultsOf(page, `${title} - ${product}`)))
        await page.setViewportSize({ width: 390, height: 900 })
        if (isPrinted(path)) problems.push(...named(path, await paperFaults(page)))
      }
      expect(problems).toEqual([])
    },
    phone,
  ),
)

test.each(['console', 'admin'] as const)('each page of the %s, opened from another one: jumps and structure, on a desk', app =>
  visit(
    site.browser,
    async page => {
      await watchLoads(page)
      const { product, titles } = apps[app]
      const [last] = lastOrThrow(titles)
      await openSignedIn(page, site.addresses[app] + last, logins[app](), signInPaths[app])
      await readLoad(page)
      const problems: string[] = []
      for (const [path, name] of titles) {
        const title = `${name} - ${product}`
        const load = await goInApp(page, path, title)
        if (shiftOf(load) > budgets.shift) problems.push(...named(path, load.shifts))
        problems.push(...named(path, await faultsOf(page, title)))
        if (app === 'console') problems.push(...named(path, await rowFaults(page)))
        if (path === '/sms/delivery') expect(await rowsInView(page)).toBeGreaterThanOrEqual(12)
      }
      expect(problems).toEqual([])
    },
    { width: 1440 },
  ),
)

/** Without these there is no frame. */
const frameCalls = /^\/api\/(?:admin\/)?(?:me|home\/frame)$/
const failure = { error: { code: 'bug', message: '系统出错了', requestId: 'e2e' } }

test.each(['console', 'admin'] as const)('each page of the %s keeps its title when its calls fail', app =>
  visit(
    site.browser,
    async page => {
      const { product, titles } = apps[app]
      await openSignedIn(page, site.addresses[app] + apps[app].signInPath, logins[app](), signInPaths[app])
      await page.route(
        url => url.pathname.startsWith('/api/') && !frameCalls.test(url.pathname),
        route => route.fulfill({ status: 500, json: failure }),
      )
      const problems: string[] = []
      for (const [path, title] of titles) {
        await page.goto(site.addresses[app] + path)
        // On a busy machine the network is idle before the scripts have run.
        await page.locator('main').waitFor()
        await page.waitForLoadState('networkidle')
        await page.locator('[data-skeleton]').waitFor({ state: 'detached' })
        problems.push(...named(path, await faultsOf(page, `${title} - ${product}`)))
      }
      expect(problems).toEqual([])
    },
    { width: 1440 },
  ),
)

const visitorPages = Object.entries(routes).flatMap(([path, { audience, title }]) => (audience === 'member' ? [] : [{ path, title }]))

test.each([phone, { width: 1440, isFirst: true }])('each page without sign-in: bytes, requests, jumps and structure, at $width px', view =>
  visit(
    site.browser,
    async page => {
      await packPages()
      await watchLoads(page)
      const problems: string[] = []
      for (const { path, title } of visitorPages) {
        await page.goto(site.addresses.console + path)
        const load = await readLoad(page)
        const bytes = scriptBytes(load)
        if (bytes > budgets.signInBytes) problems.push(`${path}: ${bytes} bytes of scripts`)
        if (load.requestCount > budgets.signInRequests) problems.push(`${path}: ${load.requestCount} requests`)
        if (shiftOf(load) > budgets.shift) problems.push(...named(path, load.shifts))
        problems.push(...named(path, load.violations), ...named(path, await faultsOf(page, `${title} - 鸿雁`)))
        if (view === phone) problems.push(...named(path, await smallTargets(page)))
      }
      expect(problems).toEqual([])
    },
    view,
  ),
)

test.each(viewsOf(import.meta.filename))('no page of an empty account jumps, at $width px', view =>
  visit(
    site.browser,
    async page => {
      await watchLoads(page)
      await openSignedIn(page, `${site.addresses.console}/system/home`, site.addresses.demo.empty)
      const problems: string[] = []
      for (const [path] of apps.console.titles) {
        await page.goto(site.addresses.console + path)
        const load = await readLoad(page)
        if (shiftOf(load) > budgets.shift) problems.push(...named(path, load.shifts))
      }
      expect(problems).toEqual([])
    },
    view,
  ),
)
