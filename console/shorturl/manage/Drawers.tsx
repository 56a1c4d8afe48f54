import { lazyPart } from '#ui/frame/chunk.ts'
import { Overlays } from '#ui/overlay/Overlays.tsx'
import { useUrlState } from '#ui/url-state.ts'
import type { ActKind, ActTarget } from './ActDialog.tsx'
import type { ActedOn } from './links.ts'
import type { QrTarget } from './QrZipDialog.tsx'

const ActDialog = lazyPart('ActDialog', () => import('./ActDialog.tsx'))
const LinkDrawer = lazyPart('LinkDrawer', () => import('./LinkDrawer.tsx'))
const EditForm = lazyPart('EditForm', () => import('./EditForm.tsx'))
const GroupsDrawer = lazyPart('GroupsDrawer', () => import('./GroupsDrawer.tsx'))
const TasksDrawer = lazyPart('TasksDrawer', () => import('./TasksDrawer.tsx'))
const QrDialog = lazyPart('QrDialog', () => import('../ui/QrDialog.tsx'))

const QrZipDialog = lazyPart('QrZipDialog', () => import('./QrZipDialog.tsx'))

/** The links to act on, and how to clear the selection afterwards. */
export interface Act {
  kind: ActKind
  target: ActTarget
  clear: () => void
}

/** An act on one link, from its row or its drawer. */
export const actOn = (link: ActedOn, kind: ActKind, clear: () => void = () => undefined): Act => ({ kind, target: { rows: [link] }, clear })

/** State of the page in the address: the open drawer and its link. */
export const useLinkView = () => useUrlState({ id: '', form: '' })

interface DrawersProps {
  mayWrite: boolean
  act: Act | null
  onAct: (act: Act | null) => void
  /** The address whose QR code is shown, or the links whose codes are downloaded. */
  qrOf: string | QrTarget | null
  onQr: (qrOf: string | null) => void
}

/** The drawers that the address opens, the requested act, and a QR code. */
export function Drawers({ mayWrite, act, onAct, qrOf, onQr }: DrawersProps) {
  const [{ id, form }, setOpen] = useLinkView()
  const close = () => setOpen({ id: '', form: '' })
  const isEditing = form === 'edit' && mayWrite
  return (
    <Overlays>
      {form === 'groups' ? <GroupsDrawer mayWrite={mayWrite} onClose={close} /> : null}
      {form === 'tasks' ? <TasksDrawer mayWrite={mayWrite} onClose={close} /> : null}
      {id !== '' && isEditing ? <EditForm key={id} linkId={id} onClose={() => setOpen({ form: '' })} /> : null}
      {id !== '' && !isEditing ? (
        <LinkDrawer
          linkId={id}
          mayWrite={mayWrite}
          onEdit={() => setOpen({ form: 'edit' })}
          onAct={(link, kind) => onAct(actOn(link, kind, kind === 'delete' ? close : undefined))}
          onQr={onQr}
          onClose={close}
        />
      ) : null}
      {act ? (
        <ActDialog
          kind={act.kind}
          target={act.target}
          onClose={() => onAct(null)}
          onDone={() => {
            act.clear()
            onAct(null)
          }}
        />
      ) : null}
      {typeof qrOf === 'string' ? <QrDialog shortUrl={qrOf} onClose={() => onQr(null)} /> : null}
      {qrOf !== null && typeof qrOf === 'object' ? <QrZipDialog target={qrOf} onClose={() => onQr(null)} /> : null}
    </Overlays>
  )
}
