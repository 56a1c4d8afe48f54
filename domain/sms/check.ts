import { checkSignatureText, checkTemplateText, type Finding } from '#contract/content-check.ts'
import { refuse } from '#contract/refusals.ts'
import type { SignaturePurpose } from '#contract/signature.ts'
import type { MessageKind, TemplateVariable } from '#contract/template-text.ts'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/**
 * What the automatic check says of a signature at submission: the rules of its text, refused as `signature_text_invalid`, and for staff whether it fits the
 * attested name.
 */
export async function checkSignature(
  executor: Executor,
  account: AccountId,
  signature: { text: string; purpose: SignaturePurpose },
): Promise<Finding[]> {
  const findings = checkSignatureText(signature.text)
  const refused = findings.find(finding => finding.level === 'refuse')
  if (refused) refuse('signature_text_invalid', { reason: refused.message }, { text: refused.message })
  const { attested_name: name } = await executor
    .selectFrom('account')
    .select('attested_name')
    .where('account_id', '=', account)
    .executeTakeFirstOrThrow()
  if (name === null)
    return [...findings, { code: 'not_attested', level: 'note', message: '账户还没有实名认证，无法核对签名与主体是否一致' }]
  if (signature.purpose === 'other')
    return [...findings, { code: 'other_owner', level: 'note', message: '签名为他用，须核对授权方的授权委托书' }]
  if (isShortFor(signature.text, name)) return findings
  return [...findings, { code: 'name_differs', level: 'note', message: `签名与认证主体“${name}”看起来不一致，须核对来源` }]
}

/** Whether the characters of a short name stand in the full one in the same order. */
function isShortFor(short: string, full: string): boolean {
  let from = 0
  for (const character of short.toLowerCase()) {
    from = full.toLowerCase().indexOf(character, from) + 1
    if (from === 0) return false
  }
  return true
}

/**
 * What the automatic check says of a template at submission: what must be mended is refused as `template_text_invalid`, the rest is for staff. Says too when the same
 * text was rejected before.
 */
export async function checkTemplate(
  executor: Executor,
  account: AccountId,
  template: { templateId: string; kind: MessageKind; text: string; variables: readonly TemplateVariable[] },
): Promise<Finding[]> {
  const findings = checkTemplateText(template)
  const refused = findings.filter(finding => finding.level === 'refuse').map(finding => finding.message)
  if (refused.length > 0) refuse('template_text_invalid', { reason: refused.join('；') }, { text: refused.join('；') })
  const before = await executor
    .selectFrom('template')
    .select('reason')
    .where('account_id', '=', account)
    .where('text', '=', template.text)
    .where('state', '=', 'rejected')
    .where('template_id', '<>', template.templateId)
    .executeTakeFirst()
  return before
    ? [...findings, { code: 'rejected_before', level: 'note', message: `同样的内容曾审核未通过：${before.reason ?? '没有写明原因'}` }]
    : findings
}
