import type { ReviewObject } from '#contract/content/admin-review.ts'
import { checkTemplateText } from '#contract/content/content-check.ts'
import { type Finding, hint, marksOf, note } from '#contract/content/finding.ts'
import type { SignaturePurpose } from '#contract/content/signature.ts'
import { checkSignatureText } from '#contract/content/signature-check.ts'
import { linkPattern, type MessageKind, type TemplateVariable } from '#contract/content/template-text.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { containing } from '#db/like.ts'
import { findWords, recordHits } from '#domain/forbidden-words/index.ts'
import { accountSettings } from '#domain/settings/index.ts'
import type { AccountId } from '#values/id.ts'

/** Refuses with one sentence per finding to correct; the other findings are stored for reviewers. */
function refuseWrong(code: 'signature_text_invalid' | 'template_text_invalid', findings: Finding[]): void {
  const refused = findings.filter(finding => finding.level === 'refuse').map(finding => finding.message)
  if (refused.length > 0) refuse(code, { reason: refused.join('；') }, { text: refused.join('；') })
}

/**
 * Automatic check of a signature at submission. Violations of text rules and forbidden words refuse
 * `signature_text_invalid`; whether it fits the attested name is a finding for reviewers.
 */
export async function checkSignature(
  tx: Tx,
  account: AccountId,
  signature: { text: string; purpose: SignaturePurpose },
  now: Date,
): Promise<Finding[]> {
  const { findings, wordIds } = await findInSignature(tx, account, signature)
  refuseWrong('signature_text_invalid', findings)
  await recordHits(tx, account, wordIds, now)
  return findings
}

/** What the check finds now. */
async function findInSignature(
  executor: Executor,
  account: AccountId,
  signature: { text: string; purpose: SignaturePurpose },
): Promise<{ findings: Finding[]; wordIds: string[] }> {
  const { findings: words, wordIds } = await findWords(executor, signature.text, 'signature')
  const own = await fitFindings(executor, account, signature)
  return { findings: [...checkSignatureText(signature.text), ...words, ...own], wordIds }
}

/** Whether a signature fits the attested name. */
async function fitFindings(
  executor: Executor,
  account: AccountId,
  signature: { text: string; purpose: SignaturePurpose },
): Promise<Finding[]> {
  const { attestedName: name } = await executor
    .selectFrom('account')
    .select('attestedName')
    .where('accountId', '=', account)
    .executeTakeFirstOrThrow()
  if (name === null) return [note('not_attested', '账户还没有通过实名认证，无法核对签名与主体是否一致')]
  if (signature.purpose === 'other') return [note('other_owner', '签名为他用，须核对授权方的授权委托书')]
  if (isShortFor(signature.text, name)) return []
  return [note('name_differs', `签名与认证主体“${name}”看起来不一致，须核对来源`)]
}

/** Whether the characters of a short name occur in the full one in the same order. */
function isShortFor(short: string, full: string): boolean {
  let from = 0
  for (const character of short.toLowerCase()) {
    from = full.toLowerCase().indexOf(character, from) + 1
    if (from === 0) return false
  }
  return true
}

export interface CheckedTemplate {
  templateId: string
  kind: MessageKind
  text: string
  variables: readonly TemplateVariable[]
}

/**
 * Automatic check of a template at submission. Errors refuse `template_text_invalid`; other findings are for reviewers,
 * also that the same text was rejected before and which link domains are new.
 */
export async function checkTemplate(tx: Tx, account: AccountId, template: CheckedTemplate, now: Date): Promise<Finding[]> {
  const { findings, wordIds } = await findInTemplate(tx, account, template)
  refuseWrong('template_text_invalid', findings)
  await recordHits(tx, account, wordIds, now)
  return findings
}

/** What the check finds now. */
async function findInTemplate(
  executor: Executor,
  account: AccountId,
  template: CheckedTemplate,
): Promise<{ findings: Finding[]; wordIds: string[] }> {
  const { findings: words, wordIds } = await findWords(executor, template.text, template.kind)
  const rules = checkTemplateText(template, (await accountSettings(executor, account)).messageUnits)
  const links = await linkFindings(executor, account, template.text)
  return { findings: [...rules, ...words, ...links, ...(await rejectedBefore(executor, account, template))], wordIds }
}

/**
 * The check once more for a reviewer: words, attestation and earlier reviews may have changed since the submission.
 * Refuses `not_found`.
 */
export async function checkAgain(executor: Executor, account: AccountId, object: ReviewObject, objectId: string): Promise<Finding[]> {
  if (object === 'signature') {
    const signature = await executor
      .selectFrom('signature')
      .select(['text', 'purpose'])
      .where('accountId', '=', account)
      .where('signatureId', '=', objectId)
      .executeTakeFirst()
    return (await findInSignature(executor, account, signature ?? refuse('not_found'))).findings
  }
  const template = await executor
    .selectFrom('template')
    .select(['templateId', 'kind', 'text', 'variables'])
    .where('accountId', '=', account)
    .where('templateId', '=', objectId)
    .executeTakeFirst()
  return (await findInTemplate(executor, account, template ?? refuse('not_found'))).findings
}

async function rejectedBefore(executor: Executor, account: AccountId, template: CheckedTemplate): Promise<Finding[]> {
  const before = await executor
    .selectFrom('template')
    .select('reason')
    .where('accountId', '=', account)
    .where('text', '=', template.text)
    .where('state', '=', 'rejected')
    .where('templateId', '<>', template.templateId)
    .executeTakeFirst()
  return before ? [note('rejected_before', `同样的内容曾审核未通过：${before.reason ?? '没有写明原因'}`)] : []
}

const domainPattern = new RegExp(`(?:https?://)?(?:${linkPattern.source})[a-z\\d.-]*`, 'gi')

/** Domains that staff approved in an earlier text of this account are known; new ones are a finding. */
async function linkFindings(executor: Executor, account: AccountId, text: string): Promise<Finding[]> {
  const found: Finding[] = []
  for (const mark of marksOf(text, domainPattern)) {
    const domain = text
      .slice(mark.from, mark.to)
      .replace(/^https?:\/\//i, '')
      .replace(/[.-]+$/, '')
    if (domain === '') continue
    const known = await executor
      .selectFrom('template')
      .select('templateId')
      .where('accountId', '=', account)
      .where('state', '=', 'approved')
      .where('text', 'ilike', containing(domain))
      .limit(1)
      .executeTakeFirst()
    found.push(
      known
        ? hint('link_known', `“${domain}”在以往通过的模板里用过`, { marks: [mark] })
        : note('link_new', `“${domain}”没有在以往通过的模板里用过，须核对网站和备案`, { marks: [mark] }),
    )
  }
  return found
}
