import { checkTemplateText } from '#contract/content/content-check.ts'
import { messageKinds, templateNameRule, templateRemarkRule, templateTextRule } from '#contract/content/template.ts'
import { type MessageKind, type TemplateVariable, variableKinds } from '#contract/content/template-text.ts'
import { convertSyntax, variablesIn } from '#contract/content/template-variable.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { findWords } from '#domain/forbidden-words/index.ts'
import { type NamedRow, smallTable } from '#domain/table-files/index.ts'
import type { AccountId } from '#values/id.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { createTemplate } from './template.ts'

const columns = {
  name: { names: ['模板名称', '名称', 'TemplateName', 'name'], isNeeded: true },
  kind: { names: ['类型', '模板类型', '短信类型', 'kind'] },
  text: { names: ['内容', '模板内容', '短信内容', 'TemplateContent', 'text'], isNeeded: true },
  remark: { names: ['申请说明', '说明', '备注', '使用场景', 'Remark'] },
}
type Row = NamedRow<keyof typeof columns>

const kindWords: Record<MessageKind, readonly string[]> = {
  otp: ['验证码短信', '验证码类', 'code', '0'],
  transactional: ['通知类', '短信通知', '通知短信', 'notice', '1'],
  marketing: ['营销', '推广短信', '营销短信', '会员营销', 'marketing', '2'],
}
const kindOf = (text: string): MessageKind | null =>
  text === '' ? 'transactional' : (keysOf(messageKinds).find(kind => messageKinds[kind] === text || kindWords[kind].includes(text)) ?? null)

export interface ImportedTemplate {
  line: number
  name: string
  /** Null: no draft was created. */
  templateId: string | null
  problem: string | null
  /** The number of errors to correct before the draft can be submitted. */
  refusedCount: number
}

/**
 * Creates a draft from each valid row of a table, with variables of other platforms converted to ours. Refuses other
 * tables.
 */
export async function importTemplates(
  tx: Tx,
  account: AccountId,
  { bytes, ...by }: { bytes: Buffer; memberId: string; now: Date },
): Promise<ImportedTemplate[]> {
  const rows = await smallTable(bytes, columns, limits.templateFileRows)
  const known = await knownTexts(tx, account)
  const imported: ImportedTemplate[] = []
  for (const row of rows) imported.push(await importRow(tx, account, row, known, by))
  return imported
}

/** Existing texts, with the name of their template. */
async function knownTexts(tx: Tx, account: AccountId): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('template')
    .select(['text', 'name'])
    .where('accountId', '=', account)
    .where('state', 'not in', ['deleted', 'unsent'])
    .execute()
  return new Map(rows.map(row => [row.text, row.name]))
}

/**
 * Numbered variables have no name that identifies the OTP, so the first variable of an OTP template becomes the code.
 */
export function withCode(kind: MessageKind, variables: TemplateVariable[]): TemplateVariable[] {
  const [first, ...others] = variables
  if (kind !== 'otp' || !first || variables.some(variable => variable.kind === 'code')) return variables
  return [{ name: first.name, kind: 'code', maxLength: variableKinds.code.most }, ...others]
}

async function importRow(
  tx: Tx,
  account: AccountId,
  { line, cells }: Row,
  known: Map<string, string>,
  by: { memberId: string; now: Date },
): Promise<ImportedTemplate> {
  const { name, remark } = cells
  const text = convertSyntax(cells.text)
  const kind = kindOf(cells.kind)
  const refused = (problem: string) => ({ line, name, templateId: null, problem, refusedCount: 0 })
  for (const [rule, value] of [
    [templateNameRule, name],
    [templateTextRule, text],
    [templateRemarkRule, remark],
  ] as const) {
    const problem = rule.safeParse(value).error?.issues[0]?.message
    if (problem) return refused(problem)
  }
  if (!kind) return refused(`类型须为${Object.values(messageKinds).join('、')}`)
  const same = known.get(text)
  if (same !== undefined) return refused(`已有相同内容的模板“${same}”`)
  const variables = withCode(kind, variablesIn(text))
  const tooMany = variables.length > limits.templateVariables
  if (tooMany) return refused(`最多${limits.templateVariables}个变量`)
  try {
    const { templateId } = await createTemplate(tx, account, { name, kind, text, variables, remark, ...by, isSubmitted: false })
    known.set(text, name)
    const findings = [...checkTemplateText({ kind, text, variables }), ...(await findWords(tx, text, kind)).findings]
    return { line, name, templateId, problem: null, refusedCount: findings.filter(finding => finding.level === 'refuse').length }
  } catch (error) {
    // Refused before anything of the row is written: earlier rows stay.
    if (error instanceof Refusal && error.code === 'too_many') return refused(error.message)
    throw error
  }
}
