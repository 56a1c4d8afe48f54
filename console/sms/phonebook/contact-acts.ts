import { watchTask } from '#console/shared/tasks/watched.ts'
import { useUndo } from '#console/shared/undo/use-undo.tsx'
import { contactTaskCalls } from '#contract/recipients/contact-task.ts'
import { phonebookCalls } from '#contract/recipients/phonebook.ts'
import { useAct } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { useMessageAct } from '#ui/overlay/message-act.ts'
import { type ContactRow, phonebookAnswers, type WireConsent, type WireFilter } from './phonebook.ts'

export type ActKind = 'move' | 'copy' | 'tag' | 'untag' | 'consent' | 'delete'
export type MovingKind = Exclude<ActKind, 'consent'>
/** Ticked contacts, or all that match a filter. */
export type ActTarget = { rows: ContactRow[] } | { filter: WireFilter; count: number }

/** Deletes ticked contacts at once, which can be undone. */
export function useRemoval() {
  const { offer } = useUndo()
  const act = useMessageAct(phonebookCalls.remove, { invalidates: phonebookAnswers })
  const remove = (rows: readonly ContactRow[], onDone: () => void) =>
    act.mutate(
      { contactIds: rows.map(row => row.contactId) },
      {
        onSuccess: ({ removedCount, undoId }) => {
          offer(`已删除 ${thousands(removedCount)} 个联系人`, undoId)
          onDone()
        },
      },
    )
  return { remove }
}

/**
 * Ticked contacts are changed at once, and the change can be undone; a change of all that match a filter starts a task.
 */
export function useContactActs({ onDone, onStarted }: { onDone: () => void; onStarted: () => void }) {
  const { offer } = useUndo()
  const said = (text: string, { undoId }: { undoId: string | null }) => {
    offer(text, undoId)
    onDone()
  }
  const move = useAct(phonebookCalls.move, {
    invalidates: phonebookAnswers,
    onDone: done => said(`已移动 ${done.movedCount} 个联系人${stayedText(done.stayedCount, '移动')}`, done),
  })
  const copy = useAct(phonebookCalls.copy, {
    invalidates: phonebookAnswers,
    onDone: done => said(`已复制 ${done.copiedCount} 个联系人${stayedText(done.stayedCount, '复制')}`, done),
  })
  const tag = useAct(phonebookCalls.tag, {
    invalidates: phonebookAnswers,
    onDone: (done, { isTagged }) =>
      said(isTagged ? `已给 ${done.changedCount} 个联系人加上标签` : `已从 ${done.changedCount} 个联系人去掉标签`, done),
  })
  const consenting = useAct(phonebookCalls.consent, {
    invalidates: phonebookAnswers,
    onDone: done => said(`已给 ${thousands(done.changedCount)} 个联系人登记同意`, done),
  })
  const start = useAct(contactTaskCalls.start, {
    invalidates: [contactTaskCalls.list],
    onDone: ({ taskId }) => {
      watchTask('contacts', taskId)
      onStarted()
    },
  })
  const acts = [move, copy, tag, consenting, start]
  return {
    isPending: acts.some(act => act.isPending),
    error: acts.find(act => act.error)?.error ?? null,
    /** Records marketing consent, as the member declares. */
    declare: (target: ActTarget, consent: WireConsent) => {
      const declared = { ...consent, isDeclared: true as const }
      if ('filter' in target) return start.mutate({ act: { kind: 'consent', filter: target.filter, consent: declared } })
      return consenting.mutate({ contactIds: target.rows.map(row => row.contactId), consent: declared })
    },
    /** `to`: the group or the tag; unused by `delete`. */
    act: (kind: MovingKind, target: ActTarget, to: string) => {
      if ('filter' in target) return start.mutate({ act: taskOf(kind, target.filter, to) })
      const contactIds = target.rows.map(row => row.contactId)
      if (kind === 'move') return move.mutate({ contactIds, groupId: to })
      if (kind === 'copy') return copy.mutate({ contactIds, groupId: to })
      if (kind !== 'delete') return tag.mutate({ contactIds, tagId: to, isTagged: kind === 'tag' })
    },
  }
}

function taskOf(kind: MovingKind, filter: WireFilter, to: string) {
  if (kind === 'delete') return { kind, filter }
  if (kind === 'tag' || kind === 'untag') return { kind, filter, tagId: to }
  return { kind, filter, groupId: to }
}

const stayedText = (count: number, verb: string) => (count > 0 ? `，${count} 个的号码在该分组里已有，没有${verb}` : '')
