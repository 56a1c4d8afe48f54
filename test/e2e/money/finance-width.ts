import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSite } from '#test/support/site.ts'
import { openAsStaff } from '#test/support/visit.ts'

const site = openSite()

/** ¥9,999,999.9999: the widest sum on any page. */
const widestHao = 99_999_999_999
const withSums = (value: unknown, hao: number): unknown => {
  if (Array.isArray(value)) return value.map(inner => withSums(inner, hao))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name.endsWith('Hao') && typeof inner === 'number' ? hao : withSums(inner, hao)]),
  )
}

const screens = ['consume', 'order', 'transaction', 'bill/detail', 'invoice', 'invoice/content']

/** Opens a page of finance with the widest sums everywhere. */
async function open(page: Page, screen: string): Promise<void> {
  await page.goto(`${site.addresses.console}/system/finance/${screen}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
}

/** Calls are answered with this sum everywhere. */
const answerSums = (page: Page, hao: number) =>
  page.route(
    url => /^\/api\/(bills|consumption|orders|transactions|invoices|finance|broadcasts$)/.test(url.pathname),
    async route => {
      const response = await route.fetch()
      const body = await response.json()
      await route.fulfill({ response, json: withSums(body, hao) })
    },
  )

/** Visible cells of numbers and times that something covers in part. */
const coveredIn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('section td:not([data-cut])')].flatMap(cell => {
      if (cell.dataset.number === undefined && !/^[\d\s:-]{8,}$/.test(cell.innerText)) return []
      const place = cell.closest('section')!.getBoundingClientRect()
      const fixed = [...cell.parentElement!.children].filter(
        (one): one is HTMLElement => one !== cell && getComputedStyle(one).position === 'sticky',
      )
      const range = document.createRange()
      range.selectNodeContents(cell)
      const text = range.getBoundingClientRect()
      let [left, right] = [Math.max(text.left, place.left), Math.min(text.right, place.right)]
      for (const one of fixed) {
        const box = one.getBoundingClientRect()
        if (box.left <= left + 1) left = Math.max(left, box.right)
        if (box.right >= right - 1) right = Math.min(right, box.left)
      }
      const isHidden = right - left <= 1
      return isHidden || (left <= text.left + 1 && right >= text.right - 1) ? [] : [cell.innerText]
    }),
  )

/** Sums of cards that their place cuts. */
const cutSumsIn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('#main :not(td)')]
      .filter(place => /^[-+]?¥[\d,.]+$/.test(place.innerText) && place.scrollWidth > place.clientWidth)
      .filter(place => getComputedStyle(place).overflowX === 'hidden')
      .map(place => place.innerText),
  )

/** Names of tables that a phone would have to scroll sideways. */
const widthsOf = (page: Page) =>
  page.locator('#main section[aria-label] > table').evaluateAll(tables => ({
    hasTables: tables.some(table => table.querySelector('tbody td') !== null),
    cut: tables
      .map(table => table.parentElement!)
      .filter(place => place.scrollWidth > place.clientWidth + 1)
      .map(place => place.getAttribute('aria-label')),
  }))

test.each([1440, 1280])('a sum is never covered in part at %i px, wherever the table is scrolled to', width =>
  site.at(
    'customer',
    '/system/finance/overview',
    async page => {
      await answerSums(page, widestHao)
      for (const screen of [...screens, 'overview', 'bill/overview']) {
        await open(page, screen)
        expect(await cutSumsIn(page), screen).toEqual([])
        for (const share of [0, 0.5, 1]) {
          await page.evaluate(part => {
            for (const table of document.querySelectorAll('section > table')) {
              const place = table.parentElement!
              place.scrollLeft = part * (place.scrollWidth - place.clientWidth)
            }
          }, share)
          await expect.poll(() => coveredIn(page), { message: `${screen} scrolled by ${share}` }).toEqual([])
        }
      }
    },
    { width },
  ),
)

test('a phone shows a row’s name, its amount and its actions without scrolling sideways', () =>
  site.at(
    'customer',
    '/system/finance/overview',
    async page => {
      for (const screen of [...screens, 'bill/overview']) {
        await open(page, screen)
        await expect.poll(() => widthsOf(page), { message: screen }).toEqual({ hasTables: true, cut: [] })
      }
    },
    { width: 390 },
  ))

test('the back office shows the same of transfers, customers and channels on a phone', () =>
  site.visit(
    async page => {
      const { admin: base, demo } = site.addresses
      await openAsStaff(page, `${base}/customers`, demo.admin)
      for (const [screen, main] of [
        ['/bank', '金额'],
        ['/bank?tab=receipts', '金额'],
        ['/customers', '可用余额'],
        ['/channels', '状态'],
      ] as const) {
        await page.goto(base + screen)
        await page.locator('#main th', { hasText: main }).waitFor()
        await expect.poll(() => widthsOf(page), { message: screen }).toEqual({ hasTables: true, cut: [] })
      }
    },
    { width: 390 },
  ))

/** How far the points of the amounts are from the end of each column of the page's list, by its title. */
const pointsIn = (page: Page) =>
  page.locator('[data-list] > table').evaluate(table => {
    const heads = [...table.querySelectorAll('thead th')].map(head => head.textContent)
    const found: Record<string, number[]> = {}
    for (const cell of table.querySelectorAll<HTMLTableCellElement>('tbody td')) {
      const words = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      for (let text = words.nextNode(); text; text = words.nextNode()) {
        if (!/^[+-]?¥[\d,]+\.\d+$/.test(text.textContent ?? '')) continue
        const point = document.createRange()
        point.setStart(text, text.textContent!.indexOf('.'))
        const [{ left = 0 } = {}] = point.getClientRects()
        const title = heads[cell.cellIndex] ?? ''
        found[title] = [...new Set([...(found[title] ?? []), Math.round(cell.getBoundingClientRect().right - left)])]
      }
    }
    return found
  })

test('the points of a column of a list are aligned, in the same place on all pages, whatever the amounts', () =>
  site.at('customer', '/system/finance/overview', async page => {
    for (const path of ['finance/consume', 'finance/transaction', 'finance/bill/detail', '../sms/broadcast-history']) {
      const found: Record<string, number[]>[] = []
      for (const hao of [10_000, 385]) {
        await answerSums(page, hao)
        await open(page, `../${path}`)
        await page.locator('[data-list] tbody').getByText('¥').first().waitFor()
        found.push(await pointsIn(page))
        await page.unrouteAll({ behavior: 'wait' })
      }
      for (const places of Object.values(found[0] ?? {})) expect(places, path).toHaveLength(1)
      expect(found[0], path).toEqual(found[1])
    }
  }))
