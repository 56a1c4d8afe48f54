import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Prints the page by its key: how many rows of its list are on paper. The browser's own dialog would wait for a person.
 */
export async function printRows(page: Page): Promise<number> {
  const printed = page.evaluate(
    () =>
      new Promise<number>(resolve => {
        window.print = () => resolve(document.querySelectorAll('[data-list] tbody tr').length)
      }),
  )
  await page.keyboard.press('Control+p')
  return printed
}

/** How many sheets of A4 the page takes; no card of it is torn. */
export async function countSheets(page: Page): Promise<number> {
  await page.emulateMedia({ media: 'print' })
  const breaks = await page.locator('#main section').evaluateAll(all => all.map(one => getComputedStyle(one).breakInside))
  expect(new Set(breaks)).toEqual(new Set(['avoid']))
  await page.emulateMedia({ media: null })
  // The picture of a chart would be missing without it.
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  const pdf = await page.pdf({ format: 'A4' })
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
}
