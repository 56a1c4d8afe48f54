import path from 'node:path'
import axe from 'axe-core'
import type { Browser, BrowserContext, Locator, Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { itemOrThrow, matchOrThrow } from '#values/or-throw.ts'
import type { Login } from './platform.ts'

/** Width of the window in CSS pixels, and the visitor's theme; 1440 and light by default. */
export interface View {
  width?: number
  dark?: boolean
  /** By finger: its pointer is coarse. */
  isTouched?: boolean
  /** Nothing is cached: every file is requested. */
  isFirst?: boolean
}

const bothViews = [
  { width: 1440, dark: false },
  { width: 390, dark: true },
]

/**
 * The looks in which a file checks its pages: wide and light or narrow and dark, by the file's name, and both in the
 * long proof. Each takes as long as the journeys themselves.
 */
export function viewsOf(file: string): View[] {
  if (process.env.HONGYAN_PROOF === 'long' || process.env.SCREENSHOTS !== undefined) return bothViews
  const sum = [...path.basename(file)].reduce((total, character) => total + character.charCodeAt(0), 0)
  return [itemOrThrow(bothViews, sum % bothViews.length)]
}

/** Collects script errors and CSP violations on every page of a context, pop-ups too. */
export function errorsOf(context: BrowserContext): string[] {
  const errors: string[] = []
  context.on('weberror', error => errors.push(error.error().message))
  context.on('console', message => {
    if (/Content Security Policy/.test(message.text())) errors.push(message.text())
  })
  return errors
}

/** A page on a busy machine may be slow. */
export const patienceMs = 60_000

interface Visitor {
  context: BrowserContext
  page: Page
  errors: string[]
}

/** Browsers of earlier visitors, by browser and view. */
const idle = new WeakMap<Browser, Map<string, Visitor>>()
const blankPath = '/blank-page-of-the-tests'

async function newVisitor(browser: Browser, { width = 1440, dark = false, isTouched = false }: View): Promise<Visitor> {
  const context = await browser.newContext({
    locale: 'zh-CN',
    viewport: { width, height: 900 },
    colorScheme: dark ? 'dark' : 'light',
    hasTouch: isTouched,
    // Reduced motion, as many visitors prefer: dialogs and menus open at once. The main path is tested with animations.
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(patienceMs)
  return { context, page: await context.newPage(), errors: errorsOf(context) }
}

/** Forgets what a visitor did: other pages, routes, cookies, and what was stored at the addresses that were visited. */
async function empty({ context, page, errors }: Visitor, origins: Iterable<string>): Promise<void> {
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  page.removeAllListeners('request').removeAllListeners('dialog')
  await page.emulateMedia({ media: null })
  await page.route(`**${blankPath}`, route => route.fulfill({ contentType: 'text/html', body: '' }))
  for (const origin of origins) {
    await page.goto(origin + blankPath)
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
  }
  await page.unrouteAll()
  await context.clearCookies()
  errors.length = 0
}

/**
 * A visitor with an empty browser, in Chinese, whose errors (see `errorsOf`) fail the test. The page is that of an
 * earlier visitor, emptied, where there is one: its compiled scripts and cached files halve what a page costs.
 */
export async function visit(browser: Browser, work: (page: Page) => Promise<void>, view: View = {}): Promise<void> {
  const key = JSON.stringify([view.width, view.dark, view.isTouched])
  const kept = idle.get(browser) ?? new Map<string, Visitor>()
  idle.set(browser, kept)
  const visitor = (!view.isFirst && kept.get(key)) || (await newVisitor(browser, view))
  if (kept.get(key) === visitor) kept.delete(key)
  const { context, page, errors } = visitor
  const origins = new Set<string>()
  const onRequest = (request: Request) => request.isNavigationRequest() && origins.add(new URL(request.url()).origin)
  context.on('request', onRequest)
  try {
    await work(page)
    expect(errors).toEqual([])
    context.off('request', onRequest)
    await empty(visitor, origins)
    if (!view.isFirst && !kept.has(key)) kept.set(key, visitor)
  } finally {
    if (kept.get(key) !== visitor) await context.close()
  }
}

/** Signs in by the form, at an address that shows it; does not wait for the next page. */
export async function signIn(page: Page, address: string, { login, password }: Login): Promise<void> {
  await page.goto(address)
  await page.getByLabel('账号', { exact: true }).fill(login)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录' }).click()
}

/** Signs in to the console by its call, without the form, and opens one of its pages. */
export async function openSignedIn(page: Page, address: string, login: Login, path = '/api/sign-in'): Promise<void> {
  const call = new URL(path, address).href
  expect((await page.context().request.post(call, { data: login })).status()).toBe(200)
  await page.goto(address)
}

/** The same in the back office. */
export const openAsStaff = (page: Page, address: string, login: Login): Promise<void> =>
  openSignedIn(page, address, login, '/api/admin/sign-in')

/** Fills in the number, requests a code and reads it on the virtual handset that the link opens. */
export async function codeByHandset(page: Page, phone: string): Promise<string> {
  await page.getByLabel('手机号').fill(phone)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByRole('button', { name: /秒后重发/ }).waitFor()
  const [handset] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: '去虚拟手机查看验证码' }).click()])
  const text = handset.getByRole('log').getByText(/验证码\d{6}/)
  await text.first().waitFor()
  const code = itemOrThrow(matchOrThrow(/验证码(\d{6})/, await text.last().innerText()), 1)
  await handset.close()
  return code
}

/** Passes the step-up dialog with a code to the member's own phone, for an act of contract/identity/step-up.ts. */
export async function proveBySms(page: Page, handsetAddress: string, { act, phone }: { act: string; phone: string }): Promise<void> {
  const dialog = page.getByRole('dialog', { name: `${act}：请先验证身份` })
  await dialog.getByRole('button', { name: '获取验证码' }).click()
  await dialog.getByRole('button', { name: /秒后可重新获取/ }).waitFor()
  const handset = await page.context().newPage()
  await handset.goto(`${handsetAddress}?phone=${phone}`)
  const text = handset.getByRole('log').getByText(new RegExp(`${act}，验证码\\d{6}`))
  await text.first().waitFor()
  const code = itemOrThrow(matchOrThrow(/验证码(\d{6})/, await text.last().innerText()), 1)
  await handset.close()
  await dialog.getByLabel('短信验证码').fill(code)
  await dialog.getByRole('button', { name: '验证', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

export const heading = (page: Page, name: string, level = 1): Locator => page.getByRole('heading', { level, name })

/** Chooses an act in the menu 更多操作 of a drawer's footer. */
export async function chooseAct(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** Waits until the element has the keyboard focus. */
export const untilFocused = (place: Locator) => expect.poll(() => place.evaluate(one => one === document.activeElement)).toBe(true)

/**
 * Waits until the next item for decision is visible and accepts input: keys and clicks meant for the previous one are
 * ignored until then.
 */
export async function untilDecidable(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 2 }).filter({ hasText: name }).waitFor()
  await page.locator('[data-review=pass]:enabled[aria-disabled=false]').waitFor()
}

/** Table rows that contain a text. */
export const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text })

/** Picks an option of a select by its exact text. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.locator('.ant-select-item-option').getByText(option, { exact: true }).filter({ visible: true }).click()
  // Its list closes slowly, and the next field's may have the same options.
  await page.waitForFunction(() => [...document.querySelectorAll('.ant-select-dropdown')].every(list => !list.checkVisibility()))
}

/**
 * Waits until nothing is loading and two frames in a row have no animation; endless ones, like a spinner's, are
 * ignored.
 */
export async function untilStill(page: Page): Promise<void> {
  for (const loading of [page.getByText('页面加载中'), page.locator('[aria-busy="true"]')])
    await loading.first().waitFor({ state: 'detached' })
  await page.evaluate(async () => {
    const isMoving = (animation: Animation) =>
      animation.playState === 'running' && animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    for (let stillFrames = 0; stillFrames < 2; stillFrames = document.getAnimations().some(isMoving) ? 0 : stillFrames + 1)
      await new Promise(resolve => requestAnimationFrame(resolve))
  })
}

const axeOptions = { resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }

/**
 * The current page meets WCAG 2.2 AA, as far as axe can tell, and never scrolls sideways; `where` names it in a
 * failure.
 */
export async function checkAccessibility(page: Page, where: string): Promise<void> {
  // Colours during an animation are not the final ones.
  await untilStill(page)
  // Without a driver of its own, which asks every frame and takes twice as long. Only violations are collected in full.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(`axe.run(document, ${JSON.stringify(axeOptions)})
    .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`)
  expect(violations, where).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), where).toBe(true)
}
