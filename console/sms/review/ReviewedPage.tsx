import { type ReactNode, useState } from 'react'
import { lazyPart } from '#ui/frame/chunk.ts'
import { ListPage, type ListPageProps } from '#ui/list/ListPage.tsx'
import { useMessageAct } from '#ui/overlay/message-act.ts'
import { Overlays } from '#ui/overlay/Overlays.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { type Act, type AskedAct, expediteProblem, isAsked, type OpenAct, type Reviewed, type ReviewedNoun } from './acts.ts'
import { actsColumn } from './list-parts.tsx'

const ActDialog = lazyPart('ActDialog', () => import('./ActDialog.tsx'))

/**
 * The detail or form that is open beside the list, in the address: by id, or `new`. `text`: initial text of a new one,
 * from another page.
 */
export function useOpened() {
  const [opened, open] = useUrlState({ id: '', form: '', text: '' })
  return { ...opened, open }
}

interface ReviewedPageProps<Row extends Reviewed> extends Omit<ListPageProps<Row>, 'rowKey' | 'onOpen' | 'children'> {
  noun: ReviewedNoun<Row>
  opened: ReturnType<typeof useOpened>
  mayWrite: boolean
  /** In the order of the buttons. */
  acts: readonly Act[]
  /** Acts of this noun alone, without confirmation. */
  starts?: Partial<Record<Act, (row: Row) => void>>
  /** The open detail with the possible acts of its row. */
  detail: (id: string, actsFor: (row: Row) => OpenAct[], onClose: () => void) => ReactNode
  /** The open form. */
  form: (id: string, onClose: () => void) => ReactNode
  children?: ReactNode
}

/** The list of signatures or templates with its drawers and dialogs. */
export function ReviewedPage<Row extends Reviewed>({
  noun,
  opened,
  mayWrite,
  acts,
  starts = {},
  detail,
  form,
  children,
  ...list
}: ReviewedPageProps<Row>) {
  const [asked, setAsked] = useState<{ act: AskedAct; row: Row } | null>(null)
  const expedite = useMessageAct(noun.calls.expedite, { invalidates: noun.answers, done: '已催审，会优先审核' })
  const startOf = (act: Act, row: Row): OpenAct => {
    if (isAsked(act)) return { act, onClick: () => setAsked({ act, row }) }
    if (act === 'edit') return { act, onClick: () => opened.open({ id: '', form: noun.keyOf(row) }) }
    if (act === 'expedite')
      return {
        act,
        refusedBecause: expediteProblem(row, Date.now()),
        onClick: () => expedite.mutate(noun.target(row)),
      }
    return { act, onClick: () => starts[act]?.(row) }
  }
  const actsFor = (row: Row) => (mayWrite ? acts.filter(act => noun.may(act, row.state)).map(act => startOf(act, row)) : [])
  const show = (row: Row) => opened.open({ id: noun.keyOf(row) })
  return (
    <ListPage {...list} columns={[...list.columns, actsColumn(show, actsFor)]} rowKey={noun.keyOf} onOpen={show}>
      <Overlays>
        {opened.id ? detail(opened.id, actsFor, () => opened.open({ id: '' })) : null}
        {opened.form && mayWrite ? form(opened.form, () => opened.open({ form: '', text: '' })) : null}
        {asked ? (
          <ActDialog
            noun={noun as never}
            act={asked.act}
            row={asked.row}
            onClose={() => setAsked(null)}
            onDone={() => {
              setAsked(null)
              if (asked.act === 'delete') opened.open({ id: '' })
            }}
          />
        ) : null}
        {children}
      </Overlays>
    </ListPage>
  )
}
