import type { FormInstance, FormRule } from 'antd'
import type { z } from 'zod'

/** The first sentence that a contract rule says about a value, or null. */
export function ruleMessage(schema: z.ZodType, value: unknown): string | null {
  const parsed = schema.safeParse(value)
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? '填写有误')
}

/** A rule of the contract as a rule of an antd form field: form and server say the same. */
export const zodRule = (schema: z.ZodType): FormRule => ({
  validator: (_, value: unknown) => {
    const message = ruleMessage(schema, value ?? '')
    return message === null ? Promise.resolve() : Promise.reject(new Error(message))
  },
})

/** Puts the server's sentences beside the fields that they concern, and the focus on the first. True when at least one field is in the form. */
export function applyFieldErrors(form: FormInstance, error: { fields: Record<string, string> }): boolean {
  const known = Object.entries(error.fields)
    .map(([path, message]) => ({ name: path.split('.').map(part => (/^\d+$/.test(part) ? Number(part) : part)), errors: [message] }))
    .filter(field => form.getFieldInstance(field.name) !== undefined)
  if (known.length === 0) return false
  form.setFields(known)
  form.scrollToField(known[0]!.name, { focus: true })
  return true
}
