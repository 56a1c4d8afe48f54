import { App } from 'antd'
import { type ReactNode, useState } from 'react'
import type { ListColumns, ListViewCalls, ViewColumns } from '#contract/list-view.ts'
import { type CallTarget, useAct } from '#ui/call.ts'
import { KeptColumnsContext } from './list-columns.ts'

interface KeptColumnsProps {
  calls: ListViewCalls
  /** Of the signed-in person. */
  columns: ListColumns
  /** The call that answers them. */
  answer: CallTarget
  /** Of somebody who only looks: changes end with the page. */
  isReadOnly?: boolean
  children: ReactNode
}

/** Lists within it have the person's columns, and keep their changes with the person. */
export function KeptColumns({ calls, columns, answer, isReadOnly = false, children }: KeptColumnsProps) {
  const { message } = App.useApp()
  const save = useAct(calls.keepColumns, { invalidates: [answer] })
  // Changes of this window, until the person's answer has them.
  const [changed, setChanged] = useState<Record<string, ViewColumns | null>>({})
  const keep = (list: string, next: ViewColumns | null) => {
    setChanged(before => ({ ...before, [list]: next }))
    if (!isReadOnly) save.mutate({ list, columns: next }, { onError: error => void message.error(`列的设置没能保存：${error.message}`) })
  }
  const kept = Object.fromEntries(Object.entries({ ...columns, ...changed }).flatMap(([list, one]) => (one ? [[list, one]] : [])))
  return <KeptColumnsContext value={{ kept, keep }}>{children}</KeptColumnsContext>
}
