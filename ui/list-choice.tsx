import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { Count } from './Count.tsx'
import style from './List.module.css'

/** What a batch act is done to: the ticked rows, or everything that fits the filter. */
export interface Choice<Row> {
  rows: Row[]
  /** Asked for as a step of its own: the act is for all that fits the filter, on every page. */
  isEverything: boolean
}

/** Ticks of a list. They stay while one turns the pages and go when the filter changes. */
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

/** The bar below a list while rows are ticked: how many, and what can be done to them. */
export function ChoiceBar<Row>(props: {
  choice: Choice<Row>
  onEverything: () => void
  onClear: () => void
  /** How many rows fit the filter; without it only ticked rows can be acted upon. */
  everything: number | undefined
  isPageChosen: boolean
  children: ReactNode
}) {
  const { choice, everything } = props
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
