import { randomInt } from 'node:crypto'
import { chinaDay } from '#values/china-time.ts'

/** What people call a document by: its kind's letter, the day in China and twelve digits. */
export const documentNumber = (letter: string, now: Date): string =>
  `${letter}${chinaDay(now).replaceAll('-', '')}${String(randomInt(10 ** 12)).padStart(12, '0')}`
