import { adminListViewCalls, staffLists } from '#contract/staff/admin-list-view.ts'
import { keepStaffListColumns, readStaffListViews, removeStaffListView, saveStaffListView } from '#domain/staff/index.ts'
import { requireStaffPermission } from '#http/server/member.ts'
import { handle } from '#http/server/serve.ts'

export const adminListViewHandlers = [
  handle(adminListViewCalls.list, async (context, { list }) => {
    requireStaffPermission(context.staff, staffLists[list])
    return { rows: await readStaffListViews(context.tx, { staffId: context.staff.staffId, list }) }
  }),
  handle(adminListViewCalls.save, async (context, view) => {
    requireStaffPermission(context.staff, staffLists[view.list])
    context.note({ object: view.name })
    await saveStaffListView(context.tx, { staffId: context.staff.staffId, view, now: context.now() })
  }),
  handle(adminListViewCalls.remove, async (context, { list, name }) => {
    requireStaffPermission(context.staff, staffLists[list])
    context.note({ object: name })
    await removeStaffListView(context.tx, { staffId: context.staff.staffId, list, name })
  }),
  handle(adminListViewCalls.keepColumns, ({ tx, staff }, { list, columns }) =>
    keepStaffListColumns(tx, { staffId: staff.staffId, list, columns }),
  ),
]
