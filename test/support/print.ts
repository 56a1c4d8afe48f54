import type { Page } from 'playwright-core'

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
