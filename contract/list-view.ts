import { z } from 'zod'
import { limits } from '#values/limits.ts'
import { type Audience, get, post } from './call.ts'

const columnId = z.string().max(80)
const viewColumns = z.object({
  order: z.array(columnId).max(100),
  hidden: z.array(columnId).max(100),
  widths: z.record(columnId, z.number().min(1).max(2_000)).optional(),
})
export type ViewColumns = z.infer<typeof viewColumns>

/** The columns of lists as a person has them, by the list's name. */
export const listColumns = z.record(z.string(), viewColumns)
export type ListColumns = z.infer<typeof listColumns>

const name = z.string().trim().min(1, '请填写名称').max(limits.listViewNameCharacters, `最多${limits.listViewNameCharacters}个字`)
const content = {
  name,
  /** Query string of the list's page, without cursor and page size. */
  query: z.string().max(2_000),
  columns: viewColumns.nullable(),
  isShared: z.boolean(),
  /** The list opens in it. */
  isDefault: z.boolean(),
}

interface ListViewDeclaration<List extends z.ZodType<string, string>, Owner extends z.ZodType<string, string>, Who extends Audience> {
  path: `/api/${string}`
  audience: Who
  list: List
  owner: Owner
}

/** The calls of saved views, of members' lists and of staff's alike. */
export const declareListViewCalls = <
  List extends z.ZodType<string, string>,
  Owner extends z.ZodType<string, string>,
  Who extends Audience,
>({
  path,
  audience,
  list,
  owner,
}: ListViewDeclaration<List, Owner, Who>) => ({
  list: get(path, '我的视图', audience, {
    input: z.object({ list }),
    answer: z.object({
      /** The person's own first, then those that others share. */
      rows: z.array(z.object({ ...content, ownerId: owner, ownerName: z.string(), isOwn: z.boolean() })),
    }),
    refusals: ['not_allowed'],
  }),
  /** A view of that name is replaced; a default one takes the place of another. */
  save: post(`${path}/save`, '保存视图', audience, {
    input: z.object({ list, ...content }),
    refusals: ['not_allowed', 'too_many'],
  }),
  remove: post(`${path}/remove`, '删除视图', audience, {
    input: z.object({ list, name }),
    refusals: ['not_allowed', 'not_found'],
  }),
  /** How a list without a view looks to the person, wherever signed in; null: as it comes. */
  keepColumns: post(`${path}/columns`, '保存列的设置', audience, {
    input: z.object({ list: z.string().regex(/^[a-z][a-z.-]{0,39}$/), columns: viewColumns.nullable() }),
    refusals: ['too_many'],
  }),
})

/** Of some app, as the component for both knows them. */
export type ListViewCalls = ReturnType<typeof declareListViewCalls<z.ZodType<string, string>, z.ZodType<string, string>, Audience>>
