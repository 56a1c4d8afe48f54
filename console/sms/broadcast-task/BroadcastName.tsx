import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import { StateTag } from '#ui/display/StateTag.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { pathTo } from '../../paths.ts'
import { broadcastStateTags } from '../../shared/labels/broadcast.ts'
import style from './BroadcastProgress.module.css'
import type { BroadcastRow } from './broadcast.ts'

interface BroadcastNameProps {
  row: BroadcastRow
  onOpen: () => void
}

/** The name opens the broadcast here, or in a new tab like any link. */
function BroadcastName({ row, onOpen }: BroadcastNameProps) {
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen()
  }
  return (
    <Link
      className={style.name}
      to={pathTo(row.finishedAt ? '/sms/broadcast-history' : '/sms/broadcast-task', { id: row.broadcastId })}
      onClick={open}
    >
      {row.name}
    </Link>
  )
}

/** Its state; one that can still be recalled has not begun. */
export function BroadcastTag({ row }: { row: Pick<BroadcastRow, 'state' | 'recallUntil'> }) {
  const { name, tone } = broadcastStateTags[row.state]
  return <StateTag tone={tone}>{row.recallUntil ? '即将发送' : name}</StateTag>
}

/** Name and state of a broadcast. */
export const nameColumns = <Row extends BroadcastRow>(open: (row: Row) => void): ListColumn<Row>[] => [
  {
    id: 'name',
    title: '任务',
    isAlways: true,
    onPhone: true,
    width: 150,
    render: row => <BroadcastName row={row} onOpen={() => open(row)} />,
  },
  { id: 'state', title: '状态', isAlways: true, onPhone: true, width: 96, render: row => <BroadcastTag row={row} /> },
]
