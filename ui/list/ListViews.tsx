import { DownOutlined, PlusOutlined } from '@ant-design/icons'
import { App, Button, Checkbox, Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useAct, useCall } from '#ui/call.ts'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { ButtonMenu } from '#ui/overlay/ButtonMenu.tsx'
import { useMessageAct } from '#ui/overlay/message-act.ts'
import { useRemembered } from '#ui/remembered.ts'
import { limits } from '#values/limits.ts'
import style from './List.module.css'
import type { ColumnChoice } from './list-columns.ts'
import type { ListState } from './list-state.ts'
import { type ListView, type ListViewSource, viewQuery, viewValues } from './list-view.ts'

interface ListViewsProps {
  id: string
  source: ListViewSource
  list: ListState
  columns: ColumnChoice
}

/**
 * Saved views of a list as chips: a press sets its filters in the address, and its columns. Without filters in the
 * address the list opens in the person's default view.
 */
export function ListViews({ id, source, list, columns }: ListViewsProps) {
  const rows = useCall(source.calls.list, { list: id }, { staleTimeMs: 60_000 }).data?.rows
  // A list with views has their line before they arrive: nothing moves.
  const [hadViews, setHadViews] = useRemembered(`views.${id}`, false)
  useEffect(() => {
    if (rows && rows.length > 0 !== hadViews) setHadViews(rows.length > 0)
  }, [rows, hadViews, setHadViews])
  const show = (view: ListView, isReplaced = false) => {
    list.change(viewValues(view.query, { ...list.values, sort: list.sort }), { replace: isReplaced })
    if (view.columns) columns.change({ widths: undefined, ...view.columns })
  }
  useDefault(rows, list, view => show(view, true))
  const query = queryOf(list)
  const current = rows?.find(view => view.query === query && query !== '')
  if (!(hadViews || rows?.length)) return null
  return (
    <nav className={style.views} aria-label="我的视图">
      {rows?.map(view => (
        <Chip
          key={`${view.ownerId} ${view.name}`}
          view={view}
          source={source}
          list={id}
          isCurrent={view === current}
          onShow={() => show(view)}
        />
      ))}
    </nav>
  )
}

/** Filters and order as a view keeps them; empty: none are set. */
const queryOf = (list: ListState) => (list.isFiltered || list.sort !== '' ? viewQuery({ ...list.values, sort: list.sort }) : '')

/** 存为视图 behind the filters, while they are no view yet. */
export function SaveView({ id, source, list, columns }: ListViewsProps) {
  const rows = useCall(source.calls.list, { list: id }, { staleTimeMs: 60_000 }).data?.rows
  const [isNaming, setNaming] = useState(false)
  const query = queryOf(list)
  if (!rows || query === '' || rows.some(view => view.query === query)) return null
  return (
    <>
      <Button type="text" icon={<PlusOutlined />} onClick={() => setNaming(true)}>
        存为视图
      </Button>
      {isNaming ? <SaveDialog id={id} source={source} query={query} columns={columns} onClose={() => setNaming(false)} /> : null}
    </>
  )
}

/** Shows the default view once, if the page was opened without filters. */
function useDefault(rows: readonly ListView[] | undefined, list: ListState, show: (view: ListView) => void): void {
  const isOpen = useRef(!list.isFiltered && list.turn.isFirst && list.sort === '')
  useEffect(() => {
    if (!rows || !isOpen.current) return
    isOpen.current = false
    const chosen = rows.find(view => view.isDefault)
    if (chosen && !list.isFiltered) show(chosen)
  }, [rows, list.isFiltered, show])
}

interface ChipProps {
  view: ListView
  source: ListViewSource
  list: string
  isCurrent: boolean
  onShow: () => void
}

function Chip({ view, source, list, isCurrent, onShow }: ChipProps) {
  const { calls } = source
  const answers = [calls.list]
  const save = useMessageAct(calls.save, { invalidates: answers })
  const remove = useMessageAct(calls.remove, { invalidates: answers, done: `已删除视图“${view.name}”` })
  const { name, query, columns, isShared, isDefault } = view
  const change = (next: Partial<ListView>) => save.mutate({ list, name, query, columns, isShared, isDefault, ...next })
  const items = [
    {
      key: 'default',
      label: isDefault ? '不再默认打开' : '设为默认',
      onClick: () => change({ isDefault: !isDefault }),
    },
    { key: 'share', label: isShared ? '停止共享' : source.words.share, onClick: () => change({ isShared: !isShared }) },
    { key: 'remove', label: '删除', danger: true, onClick: () => remove.mutate({ list, name }) },
  ]
  return (
    <span className={style.view} data-current={isCurrent || undefined}>
      <button type="button" aria-pressed={isCurrent} title={view.isOwn ? undefined : `${view.ownerName}共享`} onClick={onShow}>
        {name}
        {isDefault ? <small>默认</small> : null}
        {isShared ? <small>共享</small> : null}
      </button>
      {view.isOwn ? (
        <ButtonMenu menu={{ items }}>
          <button type="button" aria-label={`视图“${name}”的操作`}>
            <DownOutlined />
          </button>
        </ButtonMenu>
      ) : null}
    </span>
  )
}

interface SaveDialogProps {
  id: string
  source: ListViewSource
  query: string
  columns: ColumnChoice
  onClose: () => void
}

function SaveDialog({ id, source, query, columns, onClose }: SaveDialogProps) {
  const { message } = App.useApp()
  const [draft, setDraft] = useState({ name: '', isDefault: false, isShared: false })
  const save = useAct(source.calls.save, {
    invalidates: [source.calls.list],
    onDone: (_, { name }) => {
      void message.success(`已保存视图“${name}”`)
      onClose()
    },
  })
  const name = draft.name.trim()
  const submit = () => name && save.mutate({ ...draft, list: id, name, query, columns: columns.chosen })
  return (
    <AskDialog title="存为视图" okText="保存" isDisabled={name === ''} act={save} onOk={submit} onClose={onClose}>
      <p>保存现在的筛选、排序和列，下次一点即到。同名的视图会被替换。</p>
      <div className={style.naming}>
        <Input
          aria-label="视图名称"
          placeholder={`如：${source.words.example}`}
          maxLength={limits.listViewNameCharacters}
          value={draft.name}
          onChange={event => setDraft({ ...draft, name: event.target.value })}
        />
        <Checkbox checked={draft.isDefault} onChange={event => setDraft({ ...draft, isDefault: event.target.checked })}>
          打开列表时默认使用
        </Checkbox>
        <Checkbox checked={draft.isShared} onChange={event => setDraft({ ...draft, isShared: event.target.checked })}>
          {source.words.shareLong}
        </Checkbox>
      </div>
    </AskDialog>
  )
}
