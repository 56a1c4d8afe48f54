import { z } from 'zod'
import { fault } from '#contract/open/vendor-error.ts'
import type { VendorContext } from '../vendor-action.ts'

export const sdkAppId = z.union([z.string(), z.number().transform(String)])

/** Refuses the number of another app: a key belongs to one app. */
export function requireApp({ caller }: VendorContext, number: string): void {
  if (number !== caller.number) fault('app_wrong', { number })
}

export const whole = (least: number, most: number) =>
  z.coerce.number('须为整数').int('须为整数').min(least, `最小${least}`).max(most, `最大${most}`)
export const limit = whole(1, 100)
export const offset = whole(0, 1_000_000_000)
/** Seconds since 1970 (Unix time). */
export const second = whole(0, 10_000_000_000).transform(seconds => new Date(seconds * 1000))
export const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1000)

/** Only domestic texts and messages are supported. */
export const domestic = z.coerce.number().refine(value => value === 0, '暂不支持国际和港澳台短信')
