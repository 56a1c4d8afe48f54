import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { mayTemplate, type ReviewState, templateCan } from '#contract/content/review-state.ts'
import type { MessageKind, TemplateVariable } from '#contract/content/template-text.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { checkTemplate } from './check.ts'
import { abandon, enableAgain, expedite, recordReviewStep, refuseStep, stateOf } from './review-step.ts'

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
/** Gives a number between both, the upper one left out. */
type Random = (from: number, below: number) => number

/** A new template under a code of its own, as a draft or at once for review. Refuses `too_many` and what the check at submission refuses. */
export async function createTemplate(
  tx: Tx,
  account: AccountId,
  input: TemplateContent & By & { isSubmitted: boolean },
  random: Random = randomInt,
): Promise<TemplateState> {
  const { count } = await tx
    .selectFrom('template')
    .select(sql<number>`count(*)`.as('count'))
    .where('account_id', '=', account)
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
        account_id: account,
        template_id: templateId,
        code: `SMS_${random(200_000_000, 1_000_000_000)}`,
        name,
        kind,
        text,
        variables: JSON.stringify(content.variables),
        remark,
        state: 'draft',
        created_at: now,
      })
      .onConflict(conflict => conflict.columns(['account_id', 'code']).doNothing())
      .returning('template_id')
      .executeTakeFirst()
    if (made) return templateId
  }
  throw new Error('no free template code found in 20 tries')
}

/** Changes a draft or a rejected template; refuses `state_forbids` in other states. */
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
    .where('account_id', '=', account)
    .where('template_id', '=', templateId)
    .execute()
  return input.isSubmitted ? submitTemplate(tx, account, input) : { templateId, state }
}

/** A draft with the same content; the way to change what is approved. */
export async function copyTemplate(tx: Tx, account: AccountId, act: Act, random: Random = randomInt): Promise<TemplateState> {
  const state = await stateOf(tx, account, 'template', act.templateId)
  if (!mayTemplate('copy', state)) refuseStep(state, templateCan.copy.name)
  const row = await contentOf(tx, account, act.templateId)
  const suffix = ' 副本'
  const name = row.name.slice(0, limits.templateNameCharacters - suffix.length) + suffix
  return createTemplate(tx, account, { ...row, name, memberId: act.memberId, now: act.now, isSubmitted: false }, random)
}

async function contentOf(tx: Tx, account: AccountId, templateId: string): Promise<TemplateContent> {
  const row = await tx
    .selectFrom('template')
    .select(['name', 'kind', 'text', 'variables', 'remark'])
    .where('account_id', '=', account)
    .where('template_id', '=', templateId)
    .executeTakeFirstOrThrow()
  return { ...row, kind: row.kind as MessageKind, variables: row.variables as unknown as TemplateVariable[] }
}

interface Act extends By {
  templateId: string
}
const step = ({ templateId, memberId, now }: Act) => ({ object: 'template', objectId: templateId, memberId, now }) as const

/** Hands a template over for review with what the automatic check found. */
export async function submitTemplate(tx: Tx, account: AccountId, act: Act): Promise<TemplateState> {
  const { templateId } = act
  const state = await stateOf(tx, account, 'template', templateId)
  if (!mayTemplate('submit', state)) refuseStep(state, templateCan.submit.name)
  const { variables, ...content } = await contentOf(tx, account, templateId)
  const findings = await checkTemplate(tx, account, { templateId, variables, ...content }, act.now)
  return { templateId, ...(await recordReviewStep(tx, account, { ...step(act), act: 'submit', findings, content })) }
}

/** Takes a template back before staff decided. */
export async function withdrawTemplate(tx: Tx, account: AccountId, act: Act): Promise<TemplateState> {
  return { templateId: act.templateId, ...(await recordReviewStep(tx, account, { ...step(act), act: 'withdraw' })) }
}

/** Has staff look at it before the others; refuses `urge_later` and `urge_again_later`. */
export async function expediteTemplate(tx: Tx, account: AccountId, act: Act): Promise<TemplateState> {
  return { templateId: act.templateId, ...(await expedite(tx, account, step(act))) }
}

/** Takes a disabled one into use again, as it was approved; refuses `disabled_by_staff`. */
export async function enableTemplate(tx: Tx, account: AccountId, act: Act): Promise<TemplateState> {
  return { templateId: act.templateId, ...(await enableAgain(tx, account, step(act))) }
}

/** Nothing is sent with it any more. */
export async function disableTemplate(tx: Tx, account: AccountId, act: Act): Promise<TemplateState> {
  return { templateId: act.templateId, ...(await abandon(tx, account, { ...step(act), act: 'disable' })) }
}

/** Takes it off the lists for good; its row stays for the messages that name it. */
export async function deleteTemplate(tx: Tx, account: AccountId, act: Act): Promise<TemplateState> {
  return { templateId: act.templateId, ...(await abandon(tx, account, { ...step(act), act: 'delete' })) }
}
