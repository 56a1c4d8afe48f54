/**
 * Pages as a phone meets them: Chromium with a processor slowed down 4 times, 1.6 Mbit/s and 150 ms, medians of rounds
 * that begin with an empty cache. The sign-in page until its largest paint; each page after it, opened in the app,
 * until its head and until its data are there; the same page once more, with its data in the cache; its address opened,
 * and how long it blocks in all: the milliseconds beyond the first 50 of each task after the first paint. `npm run
 * bench:pages -- --app admin --rounds 1 --only /sms`.
 */
import { parseArgs } from 'node:util'
import type { BrowserContext, Page } from 'playwright-core'
import { buildPages, packPages } from '#bin/build/built.ts'
import { adminPaths, publicAdminPaths } from '#contract/admin-pages.ts'
import { pagePaths } from '#contract/pages.ts'
import { launchBrowser } from '#test/support/browser.ts'
import { currentLoad, preloadNext, readLoad, scriptBytes, watchLoads } from '#test/support/page-load.ts'
import { type Login, startPlatform } from '#test/support/platform.ts'

const { values } = parseArgs({
  options: {
    app: { type: 'string', default: 'console' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '/' },
  },
})
const goalsMs = { signIn: 2_000, first: 1_200, again: 100, blocked: 200 }
const network = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }

interface App {
  address: string
  signInPath: string
  signInCall: string
  login: Login
  paths: readonly string[]
}
interface Times {
  bytes: number
  headMs: number
  dataMs: number
  againMs: number
  blockedMs: number
}
const measured = new Map<string, Times[]>()
const note = (path: string, times: Times) => measured.set(path, [...(measured.get(path) ?? []), times])

async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/** Times of the first and of the largest paint so far. */
const paintsMs = (page: Page) =>
  page.evaluate(async () => {
    const largest = await new Promise<number>(resolve => {
      const observer = new PerformanceObserver(list => resolve(list.getEntries().at(-1)?.startTime ?? 0))
      observer.observe({ type: 'largest-contentful-paint', buffered: true })
    })
    return [performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0, largest] as const
  })

/** Total blocking time of a page that was opened at its address, once it is quiet. */
async function blockingMs(page: Page): Promise<number> {
  await readLoad(page)
  return page.evaluate(async () => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    const tasks = await new Promise<PerformanceEntryList>(resolve => {
      new PerformanceObserver(list => resolve(list.getEntries())).observe({ type: 'longtask', buffered: true })
      setTimeout(resolve, 1_000, [])
    })
    const late = tasks.filter(({ startTime, duration }) => startTime + duration > (paint?.startTime ?? 0))
    return late.reduce((sum, { duration }) => sum + duration - 50, 0)
  })
}

/** Opens a page in the app: milliseconds until its head and until its data are in a frame. */
const open = (page: Page, path: string) =>
  page.evaluate(async to => {
    const earlier = document.title
    const begunAt = performance.now()
    history.pushState({ idx: 1 }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: { idx: 1 } }))
    const until = async (isThere: () => boolean) => {
      do await new Promise(resolve => requestAnimationFrame(resolve))
      while (!isThere())
      return performance.now() - begunAt
    }
    const headMs = await until(() => document.title !== earlier && document.querySelector('main h1') !== null)
    const dataMs = await until(() => document.querySelector('main :is([data-skeleton], i[class*=waiting])') === null)
    return { headMs, dataMs }
  }, path)

async function measureRound(context: BrowserContext, app: App): Promise<void> {
  const page = await context.newPage()
  await slowDown(context, page)
  await watchLoads(page)
  await page.goto(app.address + app.signInPath)
  const bytes = scriptBytes(await readLoad(page))
  const [headMs, dataMs] = await paintsMs(page)
  note(app.signInPath, { bytes, headMs, dataMs, againMs: 0, blockedMs: await blockingMs(page) })
  await preloadNext(page)
  const answer = await context.request.post(app.address + app.signInCall, { data: app.login })
  if (!answer.ok()) throw new Error(`sign-in answered ${answer.status()}`)
  const paths = app.paths.filter(path => path.startsWith(values.only))
  const times: Omit<Times, 'blockedMs'>[] = []
  for (const [index, path] of paths.entries()) {
    const before = await currentLoad(page)
    const first = await open(page, path)
    await page.waitForLoadState('networkidle')
    const bytes = scriptBytes(await currentLoad(page), before)
    await open(page, app.paths[index === 0 ? 1 : index - 1] ?? '/')
    const { dataMs: againMs } = await open(page, path)
    times.push({ bytes, ...first, againMs })
  }
  for (const [index, one] of times.entries()) {
    const path = paths[index] ?? '/'
    await page.goto(app.address + path)
    note(path, { ...one, blockedMs: await blockingMs(page) })
  }
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)] ?? Number.NaN

function report(signInPath: string): void {
  console.log('   new kB   head   data  again  block   (ms; * over the goal)')
  for (const [path, times] of measured) {
    const of = (name: keyof Times) => median(times.map(one => one[name]))
    const goalMs = path === signInPath ? goalsMs.signIn : goalsMs.first
    const shown = (ms: number, goal: number) => `${Math.round(ms)}${ms > goal ? '*' : ' '}`.padStart(7)
    console.log(
      `${(of('bytes') / 1000).toFixed(1).padStart(9)}${shown(of('headMs'), goalMs)}${shown(of('dataMs'), goalMs)}${shown(of('againMs'), goalsMs.again)}${shown(of('blockedMs'), goalsMs.blocked)}  ${path}`,
    )
  }
}

await buildPages()
await packPages()
const platform = await startPlatform()
const browser = await launchBrowser()
const { console: consoleAddress, admin: adminAddress, demo } = platform.addresses
const apps: Record<string, App> = {
  console: {
    address: consoleAddress,
    signInPath: '/user/login',
    signInCall: '/api/sign-in',
    login: demo.customer,
    paths: pagePaths.filter(path => path !== '/' && !/^\/(?:user|landpage)\//.test(path)),
  },
  admin: {
    address: adminAddress,
    signInPath: '/sign-in',
    signInCall: '/api/admin/sign-in',
    login: demo.admin,
    paths: adminPaths.filter(path => !publicAdminPaths.includes(path)),
  },
}
const app = apps[values.app]
if (!app) throw new Error(`--app is one of ${Object.keys(apps).join(', ')}`)
try {
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
    context.setDefaultTimeout(120_000)
    await measureRound(context, app)
    await context.close()
  }
  report(app.signInPath)
} finally {
  await browser.close()
  await platform.stop()
}
