import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { z } from 'zod'
import type { Site } from './site.ts'
import { choose, heading, type View } from './visit.ts'

/** Signed in at the first step of 群发短信. */
export const atContent = (site: Site, who: 'customer' | 'empty', work: (page: Page) => Promise<void>, view: View = {}): Promise<void> =>
  site.at(who, '/sms/broadcast', work, view)

export const next = (page: Page): Promise<void> => page.getByRole('button', { name: '下一步' }).click()
export const atStep = (page: Page, name: string): Promise<void> => heading(page, name, 2).waitFor()

/** From the report on the numbers to the last step. */
export async function toConfirm(page: Page): Promise<void> {
  for (const step of ['时间', '费用', '确认']) {
    await next(page)
    await atStep(page, step)
  }
}

/** Messages on the simulated phone of a number. */
export async function messagesOn({ addresses }: Pick<Site, 'addresses'>, phone: string): Promise<string[]> {
  const answer = await fetch(`${addresses.handset}/api/messages?phone=${phone}`)
  return z
    .looseObject({ messages: z.array(z.looseObject({ text: z.string() })) })
    .parse(await answer.json())
    .messages.map(message => message.text)
}

/** Waits until a record has this many delivered messages. */
export const deliveredOf = (record: Locator, count: string): Promise<void> =>
  expect.poll(() => record.getByRole('cell').nth(2).textContent(), { timeout: 30_000 }).toBe(count)

export interface NumbersFile {
  /** The first seven digits of the first numbers. */
  prefix: number
  count: number
  /** Invalid lines. */
  broken?: string[]
}
/** Skips the endings that the simulated carrier treats specially. */
export const numberAt = (prefix: number, i: number): string => `${prefix + Math.floor(i / 9_000)}${1_000 + (i % 9_000)}`
const csvOf = ({ prefix, count, broken = [] }: NumbersFile) =>
  [
    '会员手机,order,amount',
    ...Array.from({ length: count }, (_, i) => `${numberAt(prefix, i)},YT${1000 + i},"${(i + 1).toLocaleString('en-US')}.50"`),
    ...broken,
  ].join('\r\n')

/** Imports a file of numbers with its mapping, up to the report on them. */
export async function importNumbers(page: Page, numbers: NumbersFile): Promise<void> {
  await page
    .getByLabel('号码文件')
    .setInputFiles({ name: '会员 名单（11月）.csv', mimeType: 'text/csv', buffer: Buffer.from(`\ufeff${csvOf(numbers)}`) })
  await page.getByRole('button', { name: '开始检查号码' }).click()
  await page.getByText('检查完成', { exact: true }).waitFor()
}

/** Fills in content and numbers, up to the report on them. */
export async function fillIn(page: Page, numbers: NumbersFile, signature = '【云栈集市】'): Promise<void> {
  await choose(page, '签名', signature)
  await choose(page, '模板', '通知 · 退款到账')
  await next(page)
  await importNumbers(page, numbers)
}
