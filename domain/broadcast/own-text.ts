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
 * Keeps a marketing text that was written for one broadcast as a template that is on no list and never changes; another text becomes another one, so that
 * numbers that were checked for it stay right. Refuses `template_text_invalid` with all that must be mended, and `too_many`.
 */
export async function saveOwnText(tx: Tx, account: AccountId, { text, ...by }: By & { text: string }): Promise<{ templateId: string }> {
  const content = { kind: 'marketing' as const, text, variables: ownVariables(text), remark: '' }
  const { templateId } = await createTemplate(tx, account, { ...content, name: nameOf(text), ...by, isSubmitted: false })
  await checkTemplate(tx, account, { templateId, ...content }, by.now)
  await sql`update template set state = 'unsent' where account_id = ${account} and template_id = ${templateId}`.execute(tx)
  return { templateId }
}

/** Its first words, so that it is known again on the list of templates. */
const nameOf = (text: string) => `群发：${text.replace(/\s+/g, ' ').trim()}`.slice(0, limits.templateNameCharacters)

/** Hands a text over for review with the broadcast that waits for it; from then on it is a template like any other. */
export async function handInText(tx: Tx, account: AccountId, { templateId, ...by }: By & { templateId: string }): Promise<void> {
  const { rows } = await sql`
    update template set state = 'draft' where account_id = ${account} and template_id = ${templateId} and state = 'unsent'
    returning template_id`.execute(tx)
  if (rows.length === 0) refuse('template_not_approved')
  await submitTemplate(tx, account, { templateId, ...by })
}

/** Takes a text back from review when nothing waits for it any more. */
export async function takeTextBack(tx: Tx, account: AccountId, { templateId, ...by }: By & { templateId: string }): Promise<void> {
  const { rows } = await sql`
    select from template where account_id = ${account} and template_id = ${templateId} and state = 'reviewing' for no key update`.execute(
    tx,
  )
  if (rows.length > 0) await withdrawTemplate(tx, account, { templateId, ...by })
}
