import type { MessageKind } from '#contract/content/template-text.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { containing } from '#db/like.ts'
import type { AccountId } from '#values/id.ts'
import { pageOf } from '#values/page.ts'
import { pick } from '#values/pick.ts'
import { lastUsedOn } from './last-used.ts'
import { reviewHistory } from './review-history.ts'
import { usersOf } from './review-step.ts'
import { countByState, type ReviewedList } from './signature-list.ts'

/** Templates of an account, newest first; the search covers name, code and text. */
export async function listTemplates(executor: Executor, account: AccountId, input: ReviewedList & { kind?: MessageKind | undefined }) {
  let query = executor
    .selectFrom('template')
    .selectAll()
    .where('accountId', '=', account)
    .where('state', 'not in', ['deleted', 'unsent'])
    .orderBy('templateId', 'desc')
    .limit(input.pageSize + 1)
  if (input.state) query = query.where('state', '=', input.state)
  if (input.kind) query = query.where('kind', '=', input.kind)
  if (input.cursor) query = query.where('templateId', '<', input.cursor)
  if (input.search) {
    const part = containing(input.search)
    query = query.where(any => any.or([any('name', 'ilike', part), any('code', 'ilike', part), any('text', 'ilike', part)]))
  }
  const { rows, nextCursor } = pageOf(await query.execute(), input.pageSize, row => row.templateId)
  const used = await lastUsedOn(
    executor,
    account,
    'template',
    rows.map(row => row.templateId),
  )
  return {
    rows: rows.map(row => ({ ...present(row), lastUsedOn: used.get(row.templateId) ?? null })),
    nextCursor,
    counts: await countByState(executor, account, 'template'),
  }
}

type Row = NonNullable<Awaited<ReturnType<typeof rowOf>>>
const rowOf = (executor: Executor, account: AccountId, templateId: string) =>
  executor
    .selectFrom('template')
    .selectAll()
    .where('accountId', '=', account)
    .where('templateId', '=', templateId)
    .where('state', '<>', 'deleted')
    .executeTakeFirst()

const present = (row: Row) =>
  pick(
    row,
    'templateId',
    'code',
    'name',
    'kind',
    'text',
    'variables',
    'remark',
    'state',
    'reason',
    'createdAt',
    'submittedAt',
    'reviewedAt',
    'expeditedAt',
  )

/** The id of the template with this code, by which programs refer to it. Refuses `not_found`. */
export async function templateIdOf(executor: Executor, account: AccountId, code: string): Promise<string> {
  const row = await executor
    .selectFrom('template')
    .select('templateId')
    .where('accountId', '=', account)
    .where('code', '=', code)
    .where('state', 'not in', ['deleted', 'unsent'])
    .executeTakeFirst()
  return row?.templateId ?? refuse('not_found')
}

/** One template with its history and the broadcasts that use it. Refuses `not_found`. */
export async function readTemplate(tx: Tx, account: AccountId, templateId: string) {
  const row = (await rowOf(tx, account, templateId)) ?? refuse('not_found')
  const used = await lastUsedOn(tx, account, 'template', [templateId])
  return {
    ...present(row),
    lastUsedOn: used.get(templateId) ?? null,
    history: await reviewHistory(tx, account, templateId),
    usedBy: await usersOf(tx, account, 'template', templateId),
  }
}
