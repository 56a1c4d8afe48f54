import type { Page, Request } from 'playwright-core'
import { untilStill } from './visit.ts'

/** What a page took to load, as transferred, and what of it jumped. */
export interface PageLoad {
  /** Compressed sizes of the scripts by their addresses; those from the cache too. */
  scripts: Map<string, number>
  requestCount: number
  /** Layout shifts, each led by its value. */
  shifts: string[]
  /** What the page's policy forbids, and addresses on hosts other than its own. */
  violations: string[]
}

/** Records layout shifts and violations of the policy from the start of each page that is opened from now on. */
export async function watchLoads(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = []
    const violations: string[] = []
    Object.assign(window, { layoutShifts: shifts, policyViolations: violations })
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      violations.push(`${violatedDirective} ${blockedURI}`),
    )
    const nameOf = ({ node, previousRect: from, currentRect: to }: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }) => {
      const element = node instanceof Element ? node : node?.parentElement
      return `${element?.tagName}.${element?.className} ${from.x},${from.y} ${from.width}x${from.height} → ${to.x},${to.y} ${to.width}x${to.height}`
    }
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) {
        if (!('value' in entry && 'sources' in entry && Array.isArray(entry.sources)) || Reflect.get(entry, 'hadRecentInput')) continue
        shifts.push(`${Number(entry.value).toFixed(4)} ${entry.sources.map(nameOf).join('; ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Waits until the page is complete, and returns its load. */
export async function readLoad(page: Page): Promise<PageLoad> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await untilStill(page)
  return currentLoad(page)
}

/** The load of a page as it is now. */
export async function currentLoad(page: Page): Promise<PageLoad> {
  const { scripts, ...rest } = await page.evaluate(() => {
    const files = performance.getEntriesByType('resource').filter(entry => entry instanceof PerformanceResourceTiming)
    const [shifts, violations]: unknown[] = [Reflect.get(window, 'layoutShifts'), Reflect.get(window, 'policyViolations')]
    const otherHosts = files
      .map(({ name }) => new URL(name))
      .filter(({ origin, protocol }) => origin !== location.origin && protocol !== 'data:')
    return {
      scripts: files
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ name, encodedBodySize }): [string, number] => [name, encodedBodySize]),
      // The page itself too.
      requestCount: files.length + 1,
      shifts: Array.isArray(shifts) ? shifts.map(String) : ['1 not watched'],
      violations: [...(Array.isArray(violations) ? violations : ['not watched']), ...otherHosts].map(String),
    }
  })
  return { ...rest, scripts: new Map(scripts) }
}

/** Waits until a sign-in page has preloaded what comes next, which it does from the first key on. */
export async function preloadNext(page: Page): Promise<PageLoad> {
  const frame = page.waitForResponse(file => /\/assets\/frame-[^/]*\.js$/.test(file.url()))
  await page.keyboard.press('Shift')
  await (await frame).finished()
  return readLoad(page)
}

/** Cumulative layout shift. */
export const shiftOf = ({ shifts }: PageLoad): number => shifts.reduce((sum, shift) => sum + Number.parseFloat(shift), 0)

/** Bytes of scripts, without those that were there before. */
export function scriptBytes({ scripts }: PageLoad, before?: PageLoad): number {
  return [...scripts].reduce((sum, [name, bytes]) => (before?.scripts.has(name) ? sum : sum + bytes), 0)
}

/** Opens another page of the app without a new document, and returns its load; what shifted before is forgotten. */
export async function goInApp(page: Page, path: string, title: string): Promise<PageLoad> {
  let pendingCount = 0
  const isCounted = (request: Request) => request.resourceType() !== 'eventsource'
  const onStart = (request: Request) => {
    if (isCounted(request)) pendingCount += 1
  }
  const onEnd = (request: Request) => {
    if (isCounted(request)) pendingCount -= 1
  }
  page.on('request', onStart).on('requestfinished', onEnd).on('requestfailed', onEnd)
  await page.evaluate(to => {
    Reflect.get(window, 'layoutShifts').length = 0
    history.pushState({ idx: 1 }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: { idx: 1 } }))
  }, path)
  await page.waitForFunction(expected => document.title === expected, title)
  // The answer of one request may lead to the next.
  for (let quietTurns = 0; quietTurns < 3; quietTurns = pendingCount > 0 ? 0 : quietTurns + 1) await untilStill(page)
  page.off('request', onStart).off('requestfinished', onEnd).off('requestfailed', onEnd)
  return currentLoad(page)
}
