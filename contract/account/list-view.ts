import { z } from 'zod'
import { member } from '#contract/call.ts'
import type { Permission } from '#contract/identity/permission.ts'
import { declareListViewCalls } from '#contract/list-view.ts'
import { idOf } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'

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

export const listViewCalls = declareListViewCalls({
  path: '/api/list-views',
  audience: member(null),
  list: z.enum(keysOf(viewedLists)),
  owner: idOf('member'),
})
