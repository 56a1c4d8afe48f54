import { randomInt } from 'node:crypto'
import { chinaDay } from '#values/china-time.ts'

/** Human-readable document number: the letter of its kind, the day in China and twelve digits. */
export const documentNumber = (letter: string, now: Date): string =>
  `${letter}${chinaDay(now).replaceAll('-', '')}${String(randomInt(10 ** 12)).padStart(12, '0')}`
