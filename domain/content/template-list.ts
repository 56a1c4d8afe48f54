import type { TemplateOrder } from '#contract/content/template.ts'
import type { MessageKind } from '#contract/content/template-text.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { containing } from '#db/like.ts'
import type { AccountId } from '#values/id.ts'
import { getOrThrow } from '#values/or-throw.ts'
import { pageOf } from '#values/page.ts'
import { pick } from '#values/pick.ts'
import { lastUsedOn } from './last-used.ts'
import { reviewHistory } from './review-history.ts'
import { usersOf } from './review-step.ts'
import { countByState, type ReviewedList } from './signature-list.ts'

export interface TemplateList extends ReviewedList {
  kind?: MessageKind | undefined
  /** By name (pinyin), or the last used first; unset: the newest first. */
  order?: TemplateOrder | undefined
}

/** Templates of an account; the search covers name, code and text. */
export async function listTemplates(executor: Executor, account: AccountId, input: TemplateList) {
  const ids = await (input.order ? orderedIds(executor, account, input, input.order) : newestIds(executor, account, input))
  const { rows: shown, nextCursor } = pageOf(ids, input.pageSize, id => id)
  const rows =
    shown.length === 0
      ? []
      : await executor.selectFrom('template').selectAll().where('accountId', '=', account).where('templateId', 'in', shown).execute()
  const byId = new Map(rows.map(row => [row.templateId, row]))
  const used = await lastUsedOn(executor, account, 'template', shown)
  return {
    rows: shown.map(id => ({ ...present(getOrThrow(byId, id)), lastUsedOn: used.get(id) ?? null })),
    nextCursor,
    counts: await countByState(executor, account, 'template'),
  }
}

function matching(executor: Executor, account: AccountId, input: TemplateList) {
  let query = executor
    .selectFrom('template')
    .select(['templateId', 'name'])
    .where('accountId', '=', account)
    .where('state', 'not in', ['deleted', 'unsent'])
    .orderBy('templateId', 'desc')
  if (input.state) query = query.where('state', '=', input.state)
  if (input.kind) query = query.where('kind', '=', input.kind)
  if (!input.search) return query
  const part = containing(input.search)
  return query.where(any => any.or([any('name', 'ilike', part), any('code', 'ilike', part), any('text', 'ilike', part)]))
}

/** One more than a page, from the cursor on. */
async function newestIds(executor: Executor, account: AccountId, input: TemplateList): Promise<string[]> {
  const query = matching(executor, account, input).limit(input.pageSize + 1)
  const rows = await (input.cursor ? query.where('templateId', '<', input.cursor) : query).execute()
  return rows.map(row => row.templateId)
}

const names = new Intl.Collator('zh-CN', { numeric: true })

/** The same in another order: an account has so few (limits.templates) that all of them are sorted here. */
async function orderedIds(executor: Executor, account: AccountId, input: TemplateList, order: TemplateOrder): Promise<string[]> {
  const rows = await matching(executor, account, input).execute()
  const used =
    order === 'used'
      ? await lastUsedOn(
          executor,
          account,
          'template',
          rows.map(row => row.templateId),
        )
      : new Map<string, string>()
  const usedOn = (id: string) => used.get(id) ?? ''
  const sorted =
    order === 'name'
      ? rows.toSorted((one, other) => names.compare(one.name, other.name))
      : rows.toSorted((one, other) => usedOn(other.templateId).localeCompare(usedOn(one.templateId)))
  const ids = sorted.map(row => row.templateId)
  const start = input.cursor ? ids.indexOf(input.cursor) + 1 : 0
  return ids.slice(start, start + input.pageSize + 1)
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
