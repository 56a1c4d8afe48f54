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
  const words = await executor.selectFrom('optOutWord').select('word').where('accountId', '=', account).orderBy('createdAt').execute()
  const signatures = await executor
    .selectFrom('signature')
    .leftJoin('optOutAnswer as answer', join =>
      join.onRef('answer.accountId', '=', 'signature.accountId').onRef('answer.signatureId', '=', 'signature.signatureId'),
    )
    .leftJoin('template', join =>
      join.onRef('template.accountId', '=', 'answer.accountId').onRef('template.templateId', '=', 'answer.templateId'),
    )
    .select(['signature.signatureId', 'signature.text as signatureText'])
    .select(['template.templateId', 'template.name', 'template.text', 'template.state'])
    .where('signature.accountId', '=', account)
    .where('signature.state', '=', 'approved')
    .orderBy('signature.signatureId')
    .execute()
  const answers = signatures.map(row => ({
    signatureId: row.signatureId,
    signatureText: row.signatureText,
    template:
      row.templateId && row.name && row.text
        ? {
            templateId: row.templateId,
            name: row.name,
            content: composeContent(row.signatureText, row.text, 'transactional'),
            isApproved: row.state === 'approved',
          }
        : null,
  }))
  return { words: words.map(({ word }) => word), answers, templates: await answerTemplates(executor, account) }
}

/** Approved transactional templates without variables. */
const answerTemplates = (executor: Executor, account: AccountId) =>
  executor
    .selectFrom('template')
    .select(['templateId', 'name', 'text'])
    .where('accountId', '=', account)
    .where('state', '=', 'approved')
    .where('kind', '=', 'transactional')
    .where(sql<boolean>`variables = '[]'`)
    .orderBy('templateId')
    .execute()

/** The account's own opt-out keywords. */
export async function ownOptOutWords(executor: Executor, account: AccountId): Promise<Set<string>> {
  const rows = await executor.selectFrom('optOutWord').select('word').where('accountId', '=', account).execute()
  return new Set(rows.map(row => row.word))
}

/** Adds an opt-out keyword. Refuses `opt_out_word_taken` for one that exists (also a common one), `too_many`. */
export async function addOptOutWord(tx: Tx, account: AccountId, { word, memberId, now }: Setter & { word: string }): Promise<void> {
  const known = await ownOptOutWords(tx, account)
  if (isCommonOptOut(word) || known.has(word)) refuse('opt_out_word_taken', { word })
  if (known.size >= limits.optOutWords) refuse('too_many', { limit: limits.optOutWords, noun: '退订关键词' })
  await tx
    .insertInto('optOutWord')
    .values({ accountId: account, word, memberId, createdAt: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Refuses `not_found`. */
export async function removeOptOutWord(tx: Tx, account: AccountId, word: string): Promise<void> {
  const removed = await tx.deleteFrom('optOutWord').where('accountId', '=', account).where('word', '=', word).executeTakeFirst()
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
    .where('accountId', '=', account)
    .where('signatureId', '=', signatureId)
    .executeTakeFirst()
  if (!signature) refuse('not_found')
  await tx.deleteFrom('optOutAnswer').where('accountId', '=', account).where('signatureId', '=', signatureId).execute()
  if (templateId === null) return
  if (signature.state !== 'approved') refuse('signature_not_approved')
  const template = await tx
    .selectFrom('template')
    .select(['state', 'kind', 'variables'])
    .where('accountId', '=', account)
    .where('templateId', '=', templateId)
    .executeTakeFirst()
  if (!template) refuse('not_found')
  if (template.state !== 'approved') refuse('template_not_approved')
  if (template.kind !== 'transactional' || template.variables.length > 0) refuse('template_unfit_answer')
  await tx.insertInto('optOutAnswer').values({ accountId: account, signatureId, templateId, memberId, createdAt: now }).execute()
}
