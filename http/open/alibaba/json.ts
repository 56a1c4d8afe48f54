import type { z } from 'zod'
import { fault } from '#contract/open/vendor-error.ts'
import { isStorable } from '#http/server/storable.ts'

/** A parameter that contains JSON; only strings are accepted as values. */
export function jsonOf<Schema extends z.ZodType>(name: string, schema: Schema, text: string): z.output<Schema> {
  try {
    const value: unknown = JSON.parse(text)
    const parsed = schema.safeParse(value)
    if (parsed.success && isStorable(value)) return parsed.data
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  return fault('json_invalid', { name })
}
