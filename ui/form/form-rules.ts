import type { FormInstance, FormRule } from 'antd'
import type { z } from 'zod'
import { firstOrThrow } from '#values/or-throw.ts'

/** The first message of a contract rule about a value, or null. */
export function ruleMessage(schema: z.ZodType, value: unknown): string | null {
  const parsed = schema.safeParse(value)
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? '填写有误')
}

/** A contract rule as a rule of an antd form field: form and server use the same messages. */
export const zodRule = (schema: z.ZodType): FormRule => ({
  validator: (_, value: unknown) => {
    // An empty field is an empty text, unless the rule lets it be left out.
    const message = schema.safeParse(value).success ? null : ruleMessage(schema, value ?? '')
    return message === null ? Promise.resolve() : Promise.reject(new Error(message))
  },
})

/**
 * Shows the server's messages at their fields and focuses the first. Returns true when at least one field is in the
 * form.
 */
export function applyFieldErrors(form: FormInstance, error: { fields: Record<string, string> }): boolean {
  const known = Object.entries(error.fields)
    .map(([path, message]) => ({ name: path.split('.').map(part => (/^\d+$/.test(part) ? Number(part) : part)), errors: [message] }))
    .filter(field => form.getFieldInstance(field.name) !== undefined)
  if (known.length === 0) return false
  form.setFields(known)
  form.scrollToField(firstOrThrow(known).name, { focus: true })
  return true
}
