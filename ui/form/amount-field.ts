import { amountRule } from '#contract/rules.ts'
import { formatYuan } from '#values/money.ts'
import { firstOrThrow } from '#values/or-throw.ts'

/** Text of a sum in a field; empty: none. */
export const yuanText = (hao: number | null | undefined): string => (hao ? formatYuan(hao).replace(/[¥,]/g, '') : '')

/** The typed text, or null when there is none. */
export const optional = (text: string | undefined): string | null => (text?.trim() ? text.trim() : null)

/** Validates an amount where something was typed. */
export const optionalAmount = {
  validator: async (_: unknown, text: string | undefined) => {
    const parsed = optional(text) === null ? null : amountRule.safeParse(optional(text))
    if (parsed?.error) throw new Error(firstOrThrow(parsed.error.issues).message)
  },
}
