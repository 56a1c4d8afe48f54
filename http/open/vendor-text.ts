import { type SignatureKind, signatureRemarkRule, signatureTextRule } from '#contract/content/signature.ts'
import { neededProofs } from '#contract/content/signature-proof.ts'
import { templateNameRule, templateRemarkRule, templateTextRule, templateVariables } from '#contract/content/template.ts'
import { type MessageKind, type TemplateVariable, type VariableKind, variableKinds } from '#contract/content/template-text.ts'
import { convertSyntax, variablesIn } from '#contract/content/template-variable.ts'
import { fault } from '#contract/open/vendor-error.ts'
import { templateCodeOf } from '#contract/open/vendor-id.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { createSignature, createTemplate, editSignature, editTemplate, withCode } from '#domain/content/index.ts'
import { type ProgramSignature, type ProgramTemplate, programSignatures, programTemplates } from '#domain/messages/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import type { VendorContext } from './vendor-action.ts'

const one = { offset: 0, limit: 1 }

/** The account's signature with this text. Refuses `signature_unknown`. */
export async function signatureOf(tx: Tx, account: AccountId, text: string): Promise<ProgramSignature> {
  const { rows } = await programSignatures(tx, account, { texts: [text.replace(/^【(.*)】$/, '$1')], ...one })
  return rows[0] ?? refuse('signature_unknown', { text })
}

/** The account's signature with this number. Refuses `signature_unknown`. */
export async function signatureNumbered(tx: Tx, account: AccountId, number: number): Promise<ProgramSignature> {
  const { rows } = await programSignatures(tx, account, { extensions: [String(number)], ...one })
  return rows[0] ?? refuse('signature_unknown', { text: String(number) })
}

/** The account's template with this code, with or without `SMS_`. Refuses `template_unknown`. */
export async function templateOf(tx: Tx, account: AccountId, code: string): Promise<ProgramTemplate> {
  const { rows } = await programTemplates(tx, account, { codes: [templateCodeOf(code)], ...one })
  return rows[0] ?? refuse('template_unknown', { code })
}

export interface WrittenTemplate {
  name: string
  text: string
  kind: MessageKind
  remark: string
  /** Extra lines for reviewers. */
  factLines?: readonly string[]
  /** The kind of each variable, where the program declares it. */
  kinds?: Readonly<Record<string, VariableKind>>
}

/** Submits a template for review, or resubmits it with other content. `names`: the vendor's names of the fields. */
export async function submitText(
  { caller: { account }, act }: VendorContext,
  written: WrittenTemplate,
  names: Record<'name' | 'text' | 'remark', string>,
  find?: (tx: Tx) => Promise<ProgramTemplate>,
): Promise<{ templateId: string; code: string }> {
  const { kind, kinds } = written
  const name = fitting(names.name, templateNameRule, written.name)
  const text = fitting(names.text, templateTextRule, convertSyntax(written.text))
  const remark = withLines(fitting(names.remark, templateRemarkRule, written.remark), written.factLines)
  const variables = fitting(names.text, templateVariables, variablesFor(kind, variablesIn(text), kinds))
  return act(async (tx, by) => {
    const content = { name, text, kind, remark, variables, ...by, isSubmitted: true }
    const known = await find?.(tx)
    const { templateId } = known
      ? await editTemplate(tx, account, { ...content, templateId: known.templateId })
      : await createTemplate(tx, account, content)
    const { rows } = await programTemplates(tx, account, { ids: [templateId], ...one })
    return { templateId, code: firstOrThrow(rows).code }
  })
}

/** As the program declares, else by the variables' names. */
function variablesFor(kind: MessageKind, variables: TemplateVariable[], kinds: WrittenTemplate['kinds'] = {}): TemplateVariable[] {
  const withKinds = variables.map(({ name, kind: suggested }) => {
    const own = (Object.hasOwn(kinds, name) && kinds[name]) || suggested
    return { name, kind: own, maxLength: variableKinds[own].most }
  })
  return withCode(kind, withKinds)
}

export interface WrittenSignature {
  text: string
  kind: SignatureKind
  isOthers: boolean
  remark: string
  /** Extra lines for reviewers. */
  factLines?: readonly string[]
  /** Files in Base64, in the order of the proofs that the signature needs. */
  files: readonly string[]
}

/** Submits a signature for review, or resubmits it with other content. Returns its id and its number. */
export async function submitName(
  { caller: { account }, act, saveProof }: VendorContext,
  written: WrittenSignature,
  find?: (tx: Tx) => Promise<ProgramSignature>,
): Promise<{ signatureId: string; extension: string }> {
  const text = fitting('SignName', signatureTextRule, written.text.replace(/^【(.*)】$/, '$1'))
  const remark = withLines(fitting('Remark', signatureRemarkRule, written.remark), written.factLines)
  const { kind, isOthers } = written
  const purpose = isOthers ? 'other' : 'own'
  const uses = neededProofs(kind, purpose)
  const proofs: { proofId: string; use: (typeof uses)[number] }[] = []
  for (const [index, file] of written.files.slice(0, limits.proofs).entries())
    proofs.push({ proofId: await saveProof(Buffer.from(file.replace(/^data:[^,]*,/, ''), 'base64')), use: uses[index] ?? 'other' })
  return act(async (tx, by) => {
    const content = { text, kind, purpose, remark, proofs, ...by, isSubmitted: true } as const
    const known = await find?.(tx)
    const { signatureId } = known
      ? await editSignature(tx, account, { ...content, signatureId: known.signatureId })
      : await createSignature(tx, account, content)
    const { rows } = await programSignatures(tx, account, { ids: [signatureId], ...one })
    return { signatureId, extension: firstOrThrow(rows).extension }
  })
}

const withLines = (remark: string, lines: readonly string[] = []) => [remark, ...lines].filter(Boolean).join('\n')

/** Validates a value by the rule of the console's own form. */
function fitting<T>(
  name: string,
  rule: { safeParse: (value: unknown) => { success: boolean; data?: T; error?: { issues: { message: string }[] } } },
  value: unknown,
): T {
  const { data, error } = rule.safeParse(value)
  if (error) fault('parameter_invalid', { name, reason: firstOrThrow(error.issues).message })
  return data as T
}

/** The signature with this id. Refuses `signature_unknown`. */
export async function signatureOfId(tx: Tx, account: AccountId, signatureId: string): Promise<ProgramSignature> {
  const { rows } = await programSignatures(tx, account, { ids: [signatureId], ...one })
  return rows[0] ?? refuse('signature_unknown', { text: '' })
}
