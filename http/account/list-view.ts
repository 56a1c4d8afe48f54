import { listViewCalls, type ViewedList, viewedLists } from '#contract/account/list-view.ts'
import { permissionNames } from '#contract/identity/permission.ts'
import { refuse } from '#contract/refusals.ts'
import { keepListColumns, readListViews, removeListView, saveListView } from '#domain/account/index.ts'
import { memberMay } from '#http/server/member.ts'
import { handle, type MemberContext } from '#http/server/serve.ts'

/** A list's views need the permission of its page. Refuses `not_allowed`. */
function requireList({ member }: MemberContext, list: ViewedList): void {
  const permission = viewedLists[list]
  if (!memberMay(member, permission)) refuse('not_allowed', { permission: permissionNames[permission] })
}

export const listViewHandlers = [
  handle(listViewCalls.list, async (context, { list }) => {
    requireList(context, list)
    return { rows: await readListViews(context.tx, context.account, { memberId: context.member.memberId, list }) }
  }),
  handle(listViewCalls.save, async (context, view) => {
    requireList(context, view.list)
    await saveListView(context.tx, context.account, { memberId: context.member.memberId, view, now: context.now() })
    return {}
  }),
  handle(listViewCalls.remove, async (context, { list, name }) => {
    requireList(context, list)
    await removeListView(context.tx, context.account, { memberId: context.member.memberId, list, name })
    return {}
  }),
  handle(listViewCalls.keepColumns, async ({ tx, account, member }, { list, columns }) => {
    await keepListColumns(tx, account, { memberId: member.memberId, list, columns })
    return {}
  }),
]
