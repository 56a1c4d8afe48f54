import { broadcastStates } from '#contract/broadcast.ts'
import { StateTag } from '../../ui/StateTag.tsx'
import style from './BroadcastProgress.module.css'
import type { BroadcastRow } from './broadcast.ts'

/** Name and state in one cell, so that a phone shows what became of it beside them. */
export function BroadcastName({ row }: { row: BroadcastRow }) {
  const { name, tone } = broadcastStates[row.state]
  return (
    <>
      <span className={style.name}>{row.name}</span>
      <StateTag tone={tone}>{name}</StateTag>
    </>
  )
}
