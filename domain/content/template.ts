import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { mayTemplate, type ReviewState, templateCan } from '#contract/content/review-state.ts'
import type { MessageKind, TemplateVariable } from '#contract/content/template-text.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { checkTemplate } from './check.ts'
import { abandon, expedite, recordReviewStep, reenable, refuseStep, stateOf } from './review-step.ts'

interface TemplateContent {
  name: string
  kind: MessageKind
  text: string
  /** In the order of the text. */
  variables: readonly TemplateVariable[]
  remark: string
}
interface By {
  memberId: string
  now: Date
}
export interface TemplateState {
  templateId: string
  state: ReviewState
}
/** A random number from `from` up to, not including, `below`. */
type Random = (from: number, below: number) => number

/**
 * Creates a template with a code of its own, as a draft or submitted for review. Refuses `too_many` and what the check
 * at submission refuses.
 */
export async function createTemplate(
  tx: Tx,
  account: AccountId,
  input: TemplateContent & By & { isSubmitted: boolean },
  random: Random = randomInt,
): Promise<TemplateState> {
  const { count } = await tx
    .selectFrom('template')
    .select(sql<number>`count(*)`.as('count'))
    .where('accountId', '=', account)
    .where('state', '<>', 'deleted')
    .executeTakeFirstOrThrow()
  if (count >= limits.templates) refuse('too_many', { limit: limits.templates, noun: '模板' })
  const templateId = await insertTemplate(tx, account, input, random)
  return input.isSubmitted ? submitTemplate(tx, account, { ...input, templateId }) : { templateId, state: 'draft' }
}

async function insertTemplate(tx: Tx, account: AccountId, { now, ...content }: TemplateContent & By, random: Random): Promise<string> {
  const { name, kind, text, remark } = content
  const templateId = newId()
  for (let tries = 0; tries < 20; tries += 1) {
    const made = await tx
      .insertInto('template')
      .values({
        accountId: account,
        templateId,
        code: `SMS_${random(200_000_000, 1_000_000_000)}`,
        name,
        kind,
        text,
        variables: JSON.stringify(content.variables),
        remark,
        state: 'draft',
        createdAt: now,
      })
      .onConflict(conflict => conflict.columns(['accountId', 'code']).doNothing())
      .returning('templateId')
      .executeTakeFirst()
    if (made) return templateId
  }
  throw new Error('no free template code found in 20 tries')
}

/** Changes a draft or a rejected template. Refuses `state_forbids` in other states. */
export async function editTemplate(
  tx: Tx,
  account: AccountId,
  input: TemplateContent & By & { templateId: string; isSubmitted: boolean },
): Promise<TemplateState> {
  const { templateId, name, kind, text, remark } = input
  const state = await stateOf(tx, account, 'template', templateId)
  if (!mayTemplate('edit', state)) refuseStep(state, templateCan.edit.name)
  await tx
    .updateTable('template')
    .set({ name, kind, text, remark, variables: JSON.stringify(input.variables) })
    .where('accountId', '=', account)
    .where('templateId', '=', templateId)
    .execute()
  return input.isSubmitted ? submitTemplate(tx, account, input) : { templateId, state }
}

/** Copies a template as a draft: the way to change an approved one. */
export async function copyTemplate(tx: Tx, account: AccountId, act: Act): Promise<TemplateState> {
  const state = await stateOf(tx, account, 'template', act.templateId)
  if (!mayTemplate('copy', state)) refuseStep(state, templateCan.copy.name)
  const row = await contentOf(tx, account, act.templateId)
  const suffix = ' 副本'
  const name = row.name.slice(0, limits.templateNameCharacters - suffix.length) + suffix
  return createTemplate(tx, account, { ...row, name, memberId: act.memberId, now: act.now, isSubmitted: false })
}

async function contentOf(tx: Tx, account: AccountId, templateId: string): Promise<TemplateContent> {
  const row = await tx
    .selectFrom('template')
    .select(['name', 'kind', 'text', 'variables', 'remark'])
    .where('accountId', '=', account)
    .where('templateId', '=', templateId)
    .executeTakeFirstOrThrow()
  return { ...row, kind: row.kind, variables: row.variables }
}

interface Act extends By {
  templateId: string
}
const step = ({ templateId, memberId, now }: Act) => ({ object: 'template', objectId: templateId, memberId, now }) as const

/** Submits a template for review, with the findings of the automatic check. */
export async function submitTemplate(tx: Tx, account: AccountId, act: Act): Promise<TemplateState> {
  const { templateId } = act
  const state = await stateOf(tx, account, 'template', templateId)
  if (!mayTemplate('submit', state)) refuseStep(state, templateCan.submit.name)
  const { variables, ...content } = await contentOf(tx, account, templateId)
  const findings = await checkTemplate(tx, account, { templateId, variables, ...content }, act.now)
  return { templateId, ...(await recordReviewStep(tx, account, { ...step(act), act: 'submit', findings, content })) }
}

/** Withdraws a template from review. */
export async function withdrawTemplate(tx: Tx, account: AccountId, act: Act): Promise<TemplateState> {
  return { templateId: act.templateId, ...(await recordReviewStep(tx, account, { ...step(act), act: 'withdraw' })) }
}

/** Moves it to the front of the review queue. Refuses `expedite_later` and `expedite_again_later`. */
export async function expediteTemplate(tx: Tx, account: AccountId, act: Act): Promise<TemplateState> {
  return { templateId: act.templateId, ...(await expedite(tx, account, step(act))) }
}

/** Re-enables a disabled one with the approved content. Refuses `disabled_by_staff`. */
export async function enableTemplate(tx: Tx, account: AccountId, act: Act): Promise<TemplateState> {
  return { templateId: act.templateId, ...(await reenable(tx, account, step(act))) }
}

/** Disables a template for sending. */
export async function disableTemplate(tx: Tx, account: AccountId, act: Act): Promise<TemplateState> {
  return { templateId: act.templateId, ...(await abandon(tx, account, { ...step(act), act: 'disable' })) }
}

/** Deletes it from the lists for good; the row stays for messages that refer to it. */
export async function deleteTemplate(tx: Tx, account: AccountId, act: Act): Promise<TemplateState> {
  return { templateId: act.templateId, ...(await abandon(tx, account, { ...step(act), act: 'delete' })) }
}
