import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import type { Permission } from '#contract/identity/permission.ts'
import { idOf } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'

/** The lists that have saved views, with the permission of their pages. */
export const viewedLists = {
  delivery: 'message.read',
  inbound: 'message.read',
  'broadcast-task': 'broadcast.read',
  'broadcast-history': 'broadcast.read',
  phonebook: 'phonebook.read',
  'blacklist.active': 'blacklist.read',
  signature: 'signature.read',
  template: 'template.read',
  links: 'link.read',
  packages: 'finance.read',
  orders: 'finance.read',
  recharges: 'finance.read',
  transactions: 'finance.read',
  consumption: 'finance.read',
  'bill-lines': 'finance.read',
  invoices: 'invoice.read',
  alerts: 'app.read',
  activity: 'audit.read',
} as const satisfies Record<string, Permission>
export type ViewedList = keyof typeof viewedLists
export const isViewedList = (id: string): id is ViewedList => Object.hasOwn(viewedLists, id)

const columnId = z.string().max(80)
const viewColumns = z.object({
  order: z.array(columnId).max(100),
  hidden: z.array(columnId).max(100),
  widths: z.record(columnId, z.number().int().min(1).max(2_000)).optional(),
})
export type ViewColumns = z.infer<typeof viewColumns>

const list = z.enum(keysOf(viewedLists))
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

export const listViewCalls = {
  list: get('/api/list-views', '我的视图', member(null), {
    input: z.object({ list }),
    answer: z.object({
      /** The member's own first, then those that others share. */
      rows: z.array(z.object({ ...content, memberId: idOf('member'), memberName: z.string(), isOwn: z.boolean() })),
    }),
    refusals: ['not_allowed'],
  }),
  /** A view of that name is replaced; a default one takes the place of another. */
  save: post('/api/list-views/save', '保存视图', member(null), {
    input: z.object({ list, ...content }),
    refusals: ['not_allowed', 'too_many'],
  }),
  remove: post('/api/list-views/remove', '删除视图', member(null), {
    input: z.object({ list, name }),
    refusals: ['not_allowed', 'not_found'],
  }),
}
