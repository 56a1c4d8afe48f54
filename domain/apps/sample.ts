import type { AppSample } from '#contract/apps/app.ts'
import type { AppKind } from '#contract/apps/app-labels.ts'
import type { TemplateVariable } from '#contract/content/template-text.ts'
import { sandboxNumbers, sandboxSignature, sandboxTemplates } from '#contract/messages/sandbox.ts'
import { exampleOf } from '#contract/variable-example.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { mainlandCarriers } from '#values/phone.ts'

/** In order of preference: a transactional message may go to one number many times, an OTP once a minute. */
const kinds = ['transactional', 'otp', 'marketing']

interface SampleTemplate {
  kind: string
  code: string
  text: string
  variables: TemplateVariable[]
}

/**
 * The values in an app's code samples, from the approved signatures and templates that it may use; a test app without
 * any gets the sandbox's. `signature`: the app's default. `phone`: the reader's own number, to which a test app never
 * sends.
 */
export function sampleOf(app: {
  kind: AppKind
  signature: { name: string; filedWith: readonly string[] } | undefined
  templates: SampleTemplate[]
  phone: string
}): AppSample {
  const { signature } = app
  const isTest = app.kind === 'test'
  const [approved] = app.templates.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
  const template = approved ?? (isTest ? sandboxTemplates[0] : undefined)
  return {
    signature: signature?.name ?? (isTest ? sandboxSignature.text : null),
    unregisteredCarriers: signature && !isTest ? mainlandCarriers.filter(carrier => !signature.filedWith.includes(carrier)) : [],
    template: template
      ? {
          code: template.code,
          text: template.text,
          parameters: template.variables.map(one => ({ name: one.name, value: exampleOf(one, template.text) })),
        }
      : null,
    phone: isTest ? firstOrThrow(Object.keys(sandboxNumbers)) : app.phone,
  }
}
