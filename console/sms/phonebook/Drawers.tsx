import { lazyPart } from '#ui/frame/chunk.ts'
import { Overlays } from '#ui/overlay/Overlays.tsx'
import { useUrlState } from '#ui/url-state.ts'
import type { ActKind, ActTarget } from './contact-acts.ts'
import type { FieldRow, GroupRow, TagRow } from './phonebook.ts'

const AddForm = lazyPart('AddForm', () => import('./AddForm.tsx'))
const ImportDrawer = lazyPart('ImportDrawer', () => import('./ImportDrawer.tsx'))
const GroupsDrawer = lazyPart('GroupsDrawer', () => import('./GroupsDrawer.tsx'))
const LabelsDrawer = lazyPart('LabelsDrawer', () => import('./LabelsDrawer.tsx'))
const TasksDrawer = lazyPart('TasksDrawer', () => import('./TasksDrawer.tsx'))
const ContactDrawer = lazyPart('ContactDrawer', () => import('./ContactDrawer.tsx'))
const MergeDialog = lazyPart('MergeDialog', () => import('./MergeDialog.tsx'))
const ActDialog = lazyPart('ActDialog', () => import('./ActDialog.tsx'))
const ConsentDialog = lazyPart('ConsentDialog', () => import('./ConsentDialog.tsx'))

/** The contacts to act on, and how to clear the selection afterwards. */
export interface Act {
  kind: ActKind
  target: ActTarget
  clear: () => void
}

/** State of the page in the address: the open drawer, its contact, and the list's filter. */
export const usePhonebookView = () => useUrlState({ form: '', contactId: '', groupId: '', search: '', tagId: '', consent: '', cursor: '' })

interface DrawersProps {
  mayWrite: boolean
  /** Undefined while loading, as are the fields. */
  groups: GroupRow[] | undefined
  tags: TagRow[]
  fields: FieldRow[] | undefined
  /** The group whose contacts are listed. */
  groupId: string | undefined
  act: Act | null
  onAct: (act: Act | null) => void
  onGroupDeleted: (groupId: string) => void
}

/** The drawers that the address opens, and the requested act. */
export function Drawers({ mayWrite, groups, tags, fields, groupId, act, onAct, onGroupDeleted }: DrawersProps) {
  const [{ form, contactId }, setOpen] = usePhonebookView()
  const [groupRows, fieldRows] = [groups ?? [], fields ?? []]
  const close = () => setOpen({ form: '', contactId: '' })
  const showTasks = () => setOpen({ form: 'tasks', contactId: '' })
  const done = () => {
    act?.clear()
    onAct(null)
  }
  const started = () => {
    done()
    showTasks()
  }
  return (
    <Overlays>
      {form === 'new' && mayWrite && groups ? (
        <AddForm groups={groups} tags={tags} fields={fieldRows} groupId={groupId} onClose={close} />
      ) : null}
      {form === 'import' && mayWrite && groups && fields ? (
        <ImportDrawer groups={groups} tags={tags} fields={fields} groupId={groupId} onStarted={showTasks} onClose={close} />
      ) : null}
      {form === 'groups' ? (
        <GroupsDrawer
          mayWrite={mayWrite}
          onShow={group => setOpen({ form: '', groupId: group.groupId, search: '', tagId: '', consent: '', cursor: '' })}
          onDeleted={onGroupDeleted}
          onStarted={showTasks}
          onClose={close}
        />
      ) : null}
      {form === 'labels' ? <LabelsDrawer mayWrite={mayWrite} onClose={close} /> : null}
      {form === 'tasks' ? <TasksDrawer mayWrite={mayWrite} onClose={close} /> : null}
      {form === 'merge' && mayWrite ? <MergeDialog onClose={close} onStarted={showTasks} /> : null}
      {contactId !== '' ? (
        <ContactDrawer
          contactId={contactId}
          tags={tags}
          fields={fieldRows}
          isEditing={form === 'edit'}
          onEdit={isEditing => setOpen({ form: isEditing ? 'edit' : '' })}
          onClose={close}
        />
      ) : null}
      {act?.kind === 'consent' ? <ConsentDialog target={act.target} onClose={() => onAct(null)} onDone={done} onStarted={started} /> : null}
      {act && act.kind !== 'consent' ? (
        <ActDialog
          kind={act.kind}
          target={act.target}
          groups={act.kind === 'move' ? otherGroups(groupRows, act.target) : groupRows}
          tags={tags}
          onClose={() => onAct(null)}
          onDone={done}
          onStarted={started}
        />
      ) : null}
    </Overlays>
  )
}

/** A group that has all of them already can't be chosen. */
const otherGroups = <Group extends { groupId: string }>(groups: Group[], target: ActTarget): Group[] =>
  'rows' in target ? groups.filter(group => target.rows.some(row => row.groupId !== group.groupId)) : groups
