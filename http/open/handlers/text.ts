import { convertSyntax, variablesIn } from '#contract/content/template-variable.ts'
import type { OpenCallInput } from '#contract/open/call.ts'
import { openSignatureCalls, openTemplateCalls } from '#contract/open/text.ts'
import { templateCodeOf } from '#contract/open/vendor-id.ts'
import {
  createSignature,
  createTemplate,
  deleteSignature,
  deleteTemplate,
  editSignature,
  editTemplate,
  listSignatures,
  listTemplates,
  readSignature,
  readTemplate,
  saveProofs,
  templateIdOf,
} from '#domain/content/index.ts'
import { answering, type OpenContext } from '../serve.ts'

type SignatureContent = OpenCallInput<typeof openSignatureCalls.create>

/** A signature as input of the domain: its proofs are saved first. */
async function signatureOf(context: OpenContext, { proofs, ...content }: SignatureContent) {
  const { tx, account, files, now } = context
  const by = { memberId: await context.actor(), now, undo: context.undo }
  const given = proofs.map(({ contentBase64, ...proof }) => ({ ...proof, bytes: Buffer.from(contentBase64, 'base64') }))
  return { ...content, memberId: by.memberId, now, proofs: await saveProofs(tx, account, files, given, by), isSubmitted: true }
}

export const signatureHandlers = [
  answering(openSignatureCalls.list, ({ tx, account }, input) => listSignatures(tx, account, input)),
  answering(openSignatureCalls.create, async (context, input) =>
    createSignature(context.tx, context.account, await signatureOf(context, input)),
  ),
  answering(openSignatureCalls.one, async ({ tx, account }, { signatureId }) => ({
    signature: await readSignature(tx, account, signatureId),
  })),
  answering(openSignatureCalls.edit, async (context, { signatureId, ...input }) =>
    editSignature(context.tx, context.account, { ...(await signatureOf(context, input)), signatureId }),
  ),
  answering(openSignatureCalls.delete, async ({ tx, account, now, actor }, { signatureId }) => {
    await deleteSignature(tx, account, { signatureId, memberId: await actor(), now })
    return {}
  }),
]

/**
 * A template as input of the domain: in any vendor's syntax; variables without a declared kind get one from their
 * names.
 */
async function templateOf(
  { now, actor }: OpenContext,
  { text: written, variables, ...content }: OpenCallInput<typeof openTemplateCalls.create>,
) {
  const text = convertSyntax(written)
  const known = Object.fromEntries((variables ?? []).map(variable => [variable.name, variable]))
  return { ...content, text, variables: variablesIn(text, known), memberId: await actor(), now, isSubmitted: true }
}

const shown = <Template extends { code: string }>({ code, ...template }: Template) => ({ templateCode: code, ...template })

export const templateHandlers = [
  answering(openTemplateCalls.list, async ({ tx, account }, input) => {
    const { rows, nextCursor } = await listTemplates(tx, account, input)
    return { rows: rows.map(shown), nextCursor }
  }),
  answering(openTemplateCalls.create, async (context, input) => {
    const { templateId, state } = await createTemplate(context.tx, context.account, await templateOf(context, input))
    const { code } = await readTemplate(context.tx, context.account, templateId)
    return { templateCode: code, state }
  }),
  answering(openTemplateCalls.one, async ({ tx, account }, { templateCode }) => {
    const templateId = await templateIdOf(tx, account, templateCodeOf(templateCode))
    return { template: shown(await readTemplate(tx, account, templateId)) }
  }),
  answering(openTemplateCalls.edit, async (context, { templateCode: written, ...input }) => {
    const { tx, account } = context
    const templateCode = templateCodeOf(written)
    const templateId = await templateIdOf(tx, account, templateCode)
    const { state } = await editTemplate(tx, account, { ...(await templateOf(context, input)), templateId })
    return { templateCode, state }
  }),
  answering(openTemplateCalls.delete, async ({ tx, account, now, actor }, { templateCode }) => {
    const templateId = await templateIdOf(tx, account, templateCodeOf(templateCode))
    await deleteTemplate(tx, account, { templateId, memberId: await actor(), now })
    return {}
  }),
]
