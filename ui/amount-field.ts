import { amountRule } from '#contract/rules.ts'
import { formatYuan } from '#values/money.ts'

/** What a field shows of a sum; empty: none. */
export const yuanText = (hao: number | null | undefined): string => (hao ? formatYuan(hao).replace(/[¥,]/g, '') : '')

/** What was typed, or null when nothing was. */
export const optional = (text: string | undefined): string | null => (text?.trim() ? text.trim() : null)

/** The rule of an amount where something was typed. */
export const optionalAmount = {
  validator: async (_: unknown, text: string | undefined) => {
    const parsed = optional(text) === null ? null : amountRule.safeParse(optional(text))
    if (parsed?.error) throw new Error(parsed.error.issues[0]!.message)
  },
}
