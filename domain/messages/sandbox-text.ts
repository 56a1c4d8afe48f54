import { sandboxSignature, sandboxTemplates } from '#contract/messages/sandbox.ts'
import type { AccountFacts, SendingApp, SendingTemplate } from './send-facts.ts'

type Texts = Pick<AccountFacts, 'signatures' | 'templates'>

/** The id of an approved signature of the account, or of the one that every test app has. */
export const signatureFor = ({ isTest }: SendingApp, { signatures }: Texts, text: string): string | undefined =>
  signatures.get(text) ?? (isTest && text === sandboxSignature.text ? sandboxSignature.signatureId : undefined)

/** An approved template of the account, or one of those that every test app has. */
export const templateFor = ({ isTest }: SendingApp, { templates }: Texts, code: string): SendingTemplate | undefined =>
  templates.get(code) ?? (isTest ? sandboxTemplates.find(template => template.code === code) : undefined)
