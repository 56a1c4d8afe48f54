import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Login } from './platform.ts'

/** How wide the window is, in CSS pixels, and which theme its visitor prefers; without a word 1440 and light. */
export interface Look {
  width?: number
  dark?: boolean
}

const bothLooks = [
  { width: 1440, dark: false },
  { width: 390, dark: true },
]

/**
 * The looks in which a file checks its pages: wide and light or narrow and dark, by the file's name, and both in the long proof. Each takes as long as the
 * journeys themselves.
 */
export function looksOf(file: string): Look[] {
  if (process.env.HONGYAN_PROOF === 'long' || process.env.SCREENSHOTS !== undefined) return bothLooks
  const sum = [...path.basename(file)].reduce((total, character) => total + character.charCodeAt(0), 0)
  return [bothLooks[sum % bothLooks.length]!]
}

/** Fills with the scripts that throw and the violations of the content policy on every page of a context, pop-ups too. */
export function errorsOf(context: BrowserContext): string[] {
  const errors: string[] = []
  context.on('weberror', error => errors.push(error.error().message))
  context.on('console', message => {
    if (/Content Security Policy/.test(message.text())) errors.push(message.text())
  })
  return errors
}

/** A page on a machine that has much else to do may take its time. */
export const patienceMs = 60_000

/** A visitor with nothing in the browser yet, in Chinese, whose errors (see `errorsOf`) fail the test. */
export async function visit(browser: Browser, work: (page: Page) => Promise<void>, look: Look = {}): Promise<void> {
  const context = await browser.newContext({
    locale: 'zh-CN',
    viewport: { width: look.width ?? 1440, height: 900 },
    colorScheme: look.dark ? 'dark' : 'light',
    // As many visitors ask for: dialogs and menus are there at once. The main path is walked with everything moving.
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(patienceMs)
  const errors = errorsOf(context)
  try {
    await work(await context.newPage())
  } finally {
    await context.close()
  }
  expect(errors).toEqual([])
}

/** Signs in by hand, at an address that shows the form; does not wait for what comes then. */
export async function signIn(page: Page, address: string, { login, password }: Login): Promise<void> {
  await page.goto(address)
  await page.getByLabel('账号', { exact: true }).fill(login)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录' }).click()
}

/** Signs in to the console by its call, without the form, and opens one of its pages. */
export async function openSignedIn(page: Page, address: string, login: Login): Promise<void> {
  const call = new URL('/api/sign-in', address).href
  expect((await page.context().request.post(call, { data: login })).status()).toBe(200)
  await page.goto(address)
}

/** Fills in the number, asks for a code and reads it on the virtual handset, where the link leads. */
export async function codeByHandset(page: Page, phone: string): Promise<string> {
  await page.getByLabel('手机号').fill(phone)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByRole('button', { name: /秒后重发/ }).waitFor()
  const [handset] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: '去虚拟手机查看验证码' }).click()])
  const text = handset.getByRole('log').getByText(/验证码\d{6}/)
  await text.first().waitFor()
  const code = /验证码(\d{6})/.exec(await text.last().innerText())![1]!
  await handset.close()
  return code
}

/** Proves in the dialog that asks for it, by a code to one's own phone, that it is oneself who does an act of contract/identity/step-up.ts. */
export async function proveBySms(page: Page, handsetAddress: string, { act, phone }: { act: string; phone: string }): Promise<void> {
  const dialog = page.getByRole('dialog', { name: `${act}：请先验证身份` })
  await dialog.getByRole('button', { name: '获取验证码' }).click()
  await dialog.getByRole('button', { name: /秒后可重新获取/ }).waitFor()
  const handset = await page.context().newPage()
  await handset.goto(`${handsetAddress}?phone=${phone}`)
  const text = handset.getByRole('log').getByText(new RegExp(`${act}，验证码\\d{6}`))
  await text.first().waitFor()
  const code = /验证码(\d{6})/.exec(await text.last().innerText())![1]!
  await handset.close()
  await dialog.getByLabel('短信验证码').fill(code)
  await dialog.getByRole('button', { name: '验证', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

export const heading = (page: Page, name: string, level = 1): Locator => page.getByRole('heading', { level, name })

/** Chooses an act that a drawer's foot keeps under 更多操作. */
export async function chooseAct(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** Waits until the keyboard is there. */
export const untilFocused = (place: Locator) => expect.poll(() => place.evaluate(one => one === document.activeElement)).toBe(true)

/** Waits until one that waits for a decision is on the screen and was seen: before, no key or click that was meant for the one before passes it. */
export async function untilDecidable(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 2 }).filter({ hasText: name }).waitFor()
  await page.locator('[data-review=pass]:enabled[aria-disabled=false]').waitFor()
}

/** The rows of tables that hold a text. */
export const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text })

/** Picks an option of a select by its exact words. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.locator('.ant-select-item-option').getByText(option, { exact: true }).filter({ visible: true }).click()
  // Its list goes slowly, and the next field's may have the same words.
  await page.waitForFunction(() => [...document.querySelectorAll('.ant-select-dropdown')].every(list => !list.checkVisibility()))
}

/** Waits until nothing is loading and two frames in a row have nothing on its way; what turns for ever, as a spinner does, is not waited for. */
async function untilStill(page: Page): Promise<void> {
  for (const loading of [page.getByText('页面加载中'), page.locator('[aria-busy="true"]')])
    await loading.first().waitFor({ state: 'detached' })
  await page.evaluate(async () => {
    const isMoving = (animation: Animation) =>
      animation.playState === 'running' && animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    for (let stillFrames = 0; stillFrames < 2; stillFrames = document.getAnimations().some(isMoving) ? 0 : stillFrames + 1)
      await new Promise(resolve => requestAnimationFrame(resolve))
  })
}

/** The page as it stands keeps WCAG 2.2 AA, as far as axe can tell, and never scrolls sideways; `where` names it in a failure. */
export async function checkLooks(page: Page, where: string): Promise<void> {
  // What is still on its way has colours that nobody reads by.
  await untilStill(page)
  // There are no frames of other origins, for which axe would open a page of its own each time: half of its work.
  // Every violation is told in full; the list of all that is right, which nobody reads, is not made.
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .setLegacyMode()
  const { violations } = await axe.analyze()
  expect(violations.map(violation => `${where} ${violation.id}: ${violation.nodes[0]?.html}`)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), where).toBe(true)
}
