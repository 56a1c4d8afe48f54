import { sql } from 'kysely'
import { ownVariables } from '#contract/content/template-variable.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { checkTemplate, createTemplate, submitTemplate, withdrawTemplate } from '#domain/content/index.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'

interface By {
  memberId: string
  now: Date
}

/**
 * Saves a marketing text written for one broadcast as an unlisted, immutable template; a changed text becomes another
 * template, so that numbers checked for the old one stay valid. Refuses `template_text_invalid` with all errors, and
 * `too_many`.
 */
export async function saveOwnText(tx: Tx, account: AccountId, { text, ...by }: By & { text: string }): Promise<{ templateId: string }> {
  const content = { kind: 'marketing' as const, text, variables: ownVariables(text), remark: '' }
  const { templateId } = await createTemplate(tx, account, { ...content, name: nameOf(text), ...by, isSubmitted: false })
  await checkTemplate(tx, account, { templateId, ...content }, by.now)
  await sql`update template set state = 'unsent' where account_id = ${account} and template_id = ${templateId}`.execute(tx)
  return { templateId }
}

/** The first clauses of the text without its variables, as its name on the list of templates. */
function nameOf(text: string): string {
  const words = text.replaceAll(/\$\{\w+\}/g, '').replaceAll(/\s+/g, ' ')
  const name = `群发：${words.replace(/^[ ，,。、：:！!]+/, '').trim()}`
  const start = name.slice(0, limits.templateNameCharacters)
  const end = name.length > start.length ? start.search(/[，。！？；][^，。！？；]*$/) : -1
  return end > leastNameCharacters ? start.slice(0, end) : start
}
const leastNameCharacters = 8

/** Submits a text for review with the broadcast that waits for it; it becomes an ordinary template. */
export async function submitBroadcastText(tx: Tx, account: AccountId, { templateId, ...by }: By & { templateId: string }): Promise<void> {
  const { rows } = await sql`
    update template set state = 'draft' where account_id = ${account} and template_id = ${templateId} and state = 'unsent'
    returning template_id`.execute(tx)
  if (rows.length === 0) refuse('template_not_approved')
  await submitTemplate(tx, account, { templateId, ...by })
}

/** Withdraws a text from review if no broadcast waits for it any more. */
export async function withdrawText(tx: Tx, account: AccountId, { templateId, ...by }: By & { templateId: string }): Promise<void> {
  const { rows } = await sql`
    select from template where account_id = ${account} and template_id = ${templateId} and state = 'reviewing' for no key update`.execute(
    tx,
  )
  if (rows.length > 0) await withdrawTemplate(tx, account, { templateId, ...by })
}
