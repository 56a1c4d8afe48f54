import { permissionNames } from '#contract/identity/permission.ts'
import { refuse } from '#contract/refusals.ts'
import { type UndoFacts, undoCalls, undoSubjects } from '#contract/undo/undo.ts'
import { undoAct } from '#domain/undo/index.ts'
import { readUndo } from '#domain/undo-record/index.ts'
import { memberMay } from '#http/server/member.ts'
import { handle, type MemberContext } from '#http/server/serve.ts'

/** An act, for members who may do and undo such acts. Refuses `not_found` and `not_allowed`. */
async function permittedUndo({ tx, account, member }: MemberContext, undoId: string) {
  const undo = await readUndo(tx, account, undoId)
  const { permission } = undoSubjects[undo.subject]
  if (!memberMay(member, permission)) refuse('not_allowed', { permission: permissionNames[permission] })
  return undo
}

const shown = ({ state, ...undo }: Awaited<ReturnType<typeof readUndo>>): UndoFacts => ({
  ...undo,
  state: state === 'acting' ? 'open' : state,
})

/** `shortLinkUrl`: base of the platform's own short links. */
export const undoHandlers = (shortLinkUrl: string) => [
  handle(undoCalls.undo, async (context, { undoId }) => {
    const { tx, account, member, now, note } = context
    const { subject, count } = await permittedUndo(context, undoId)
    note({ object: `${count}个${undoSubjects[subject].noun}` })
    await undoAct(tx, account, { undoId, memberId: member.memberId, now: now(), shortLinkUrl })
    const undone = await readUndo(tx, account, undoId)
    note({ undoId, after: undone.counts })
    return shown(undone)
  }),
  handle(undoCalls.one, async (context, { undoId }) => shown(await permittedUndo(context, undoId))),
]
