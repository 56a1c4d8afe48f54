import { sql } from 'kysely'
import { composeContent } from '#contract/content/template-text.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { isCommonOptOut } from './opt-out.ts'

interface Setter {
  memberId: string
  now: Date
}

/** An account's opt-out keywords, the automatic reply of each signature, and the templates that can be one. */
export async function optOutSettings(executor: Executor, account: AccountId) {
  const words = await executor
    .selectFrom('opt_out_word')
    .leftJoin('member', join =>
      join.onRef('member.account_id', '=', 'opt_out_word.account_id').onRef('member.member_id', '=', 'opt_out_word.member_id'),
    )
    .select(['opt_out_word.word', 'member.name as addedBy', 'opt_out_word.created_at as createdAt'])
    .where('opt_out_word.account_id', '=', account)
    .orderBy('opt_out_word.created_at')
    .execute()
  const signatures = await executor
    .selectFrom('signature')
    .leftJoin('opt_out_answer as answer', join =>
      join.onRef('answer.account_id', '=', 'signature.account_id').onRef('answer.signature_id', '=', 'signature.signature_id'),
    )
    .leftJoin('template', join =>
      join.onRef('template.account_id', '=', 'answer.account_id').onRef('template.template_id', '=', 'answer.template_id'),
    )
    .select(['signature.signature_id', 'signature.text as signature_text'])
    .select(['template.template_id', 'template.name', 'template.text', 'template.state'])
    .where('signature.account_id', '=', account)
    .where('signature.state', '=', 'approved')
    .orderBy('signature.signature_id')
    .execute()
  const answers = signatures.map(row => ({
    signatureId: row.signature_id,
    signatureText: row.signature_text,
    template: row.template_id
      ? {
          templateId: row.template_id,
          name: row.name!,
          content: composeContent(row.signature_text, row.text!, 'transactional'),
          isApproved: row.state === 'approved',
        }
      : null,
  }))
  return { words, answers, templates: await answerTemplates(executor, account) }
}

/** Approved transactional templates without variables. */
const answerTemplates = (executor: Executor, account: AccountId) =>
  executor
    .selectFrom('template')
    .select(['template_id as templateId', 'name', 'text'])
    .where('account_id', '=', account)
    .where('state', '=', 'approved')
    .where('kind', '=', 'transactional')
    .where(sql<boolean>`variables = '[]'`)
    .orderBy('template_id')
    .execute()

/** The account's own opt-out keywords. */
export async function ownOptOutWords(executor: Executor, account: AccountId): Promise<Set<string>> {
  const rows = await executor.selectFrom('opt_out_word').select('word').where('account_id', '=', account).execute()
  return new Set(rows.map(row => row.word))
}

/** Adds an opt-out keyword. Refuses `opt_out_word_taken` for one that exists (also a common one), `too_many`. */
export async function addOptOutWord(tx: Tx, account: AccountId, { word, memberId, now }: Setter & { word: string }): Promise<void> {
  const known = await ownOptOutWords(tx, account)
  if (isCommonOptOut(word) || known.has(word)) refuse('opt_out_word_taken', { word })
  if (known.size >= limits.optOutWords) refuse('too_many', { limit: limits.optOutWords, noun: '退订关键词' })
  await tx
    .insertInto('opt_out_word')
    .values({ account_id: account, word, member_id: memberId, created_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Refuses `not_found`. */
export async function removeOptOutWord(tx: Tx, account: AccountId, word: string): Promise<void> {
  const removed = await tx.deleteFrom('opt_out_word').where('account_id', '=', account).where('word', '=', word).executeTakeFirst()
  if (removed.numDeletedRows === 0n) refuse('not_found')
}

/**
 * Sets or removes the automatic reply of a signature to opt-outs. Refuses templates that are not approved, not
 * transactional, or have variables.
 */
export async function setOptOutAnswer(
  tx: Tx,
  account: AccountId,
  { signatureId, templateId, memberId, now }: Setter & { signatureId: string; templateId: string | null },
): Promise<void> {
  const signature = await tx
    .selectFrom('signature')
    .select('state')
    .where('account_id', '=', account)
    .where('signature_id', '=', signatureId)
    .executeTakeFirst()
  if (!signature) refuse('not_found')
  await tx.deleteFrom('opt_out_answer').where('account_id', '=', account).where('signature_id', '=', signatureId).execute()
  if (templateId === null) return
  if (signature.state !== 'approved') refuse('signature_not_approved')
  const template = await tx
    .selectFrom('template')
    .select(['state', 'kind', 'variables'])
    .where('account_id', '=', account)
    .where('template_id', '=', templateId)
    .executeTakeFirst()
  if (!template) refuse('not_found')
  if (template.state !== 'approved') refuse('template_not_approved')
  if (template.kind !== 'transactional' || (template.variables as unknown[]).length > 0) refuse('template_unfit_answer')
  await tx
    .insertInto('opt_out_answer')
    .values({ account_id: account, signature_id: signatureId, template_id: templateId, member_id: memberId, created_at: now })
    .execute()
}
