import { Button } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { Count } from '#ui/display/Count.tsx'
import style from './List.module.css'
import { focusNext } from './row-focus.ts'

/** The target of a batch act: the ticked rows, or everything that matches the filter. */
export interface Choice<Row> {
  rows: Row[]
  /** Chosen in a separate step: the act applies to everything that matches the filter, on every page. */
  isEverything: boolean
}

/** Ticked rows of a list. They persist across pages and are cleared when the filter changes. */
export function useChoice<Row>(filter: string) {
  const none: Choice<Row> & { filter: string } = { rows: [], isEverything: false, filter }
  const [kept, setKept] = useState(none)
  const choice = kept.filter === filter ? kept : none
  return {
    choice,
    choose: (rows: Row[]) => setKept({ ...none, rows }),
    chooseEverything: () => setKept({ ...choice, isEverything: true }),
    clear: () => setKept(none),
  }
}

/** The bar below a list with ticked rows: their number and the batch acts. */
export function ChoiceBar<Row>(props: {
  choice: Choice<Row>
  onEverything: () => void
  onClear: () => void
  /** How many rows match the filter; without it only ticked rows can be acted upon. */
  everything: number | undefined
  isPageChosen: boolean
  children: ReactNode
}) {
  const { choice, everything } = props
  // With the bar goes the button that unticked the rows.
  useEffect(() => () => focusNext(), [])
  const canTakeAll = everything !== undefined && !choice.isEverything && props.isPageChosen && everything > choice.rows.length
  return (
    <div className={style.batch} role="toolbar" aria-label="批量操作">
      <span aria-live="polite">
        {choice.isEverything ? '已选符合条件的全部 ' : '已选 '}
        <b>
          <Count count={choice.isEverything ? (everything ?? 0) : choice.rows.length} />
        </b>{' '}
        项
      </span>
      {canTakeAll ? (
        <Button type="link" onClick={props.onEverything}>
          选择符合条件的全部 {everything.toLocaleString('en-US')} 项
        </Button>
      ) : null}
      {props.children}
      <Button type="link" onClick={props.onClear}>
        取消选择
      </Button>
    </div>
  )
}
