import type { AppSample } from '#contract/apps/app.ts'

/** A sample text that may be sent unchanged: the app's own signature and template, filled in. Null: it has none yet. */
export function sampleText({ signature, template }: AppSample): string | null {
  if (signature === null || template === null) return null
  const values = new Map(template.parameters.map(({ name, value }) => [name, value]))
  return `【${signature}】${template.text.replace(/\$\{([^{}]*)\}/g, (_, name: string) => values.get(name) ?? '')}`
}
