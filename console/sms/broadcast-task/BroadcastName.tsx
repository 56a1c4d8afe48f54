import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import type { ListColumn } from '#ui/list-columns.ts'
import { StateTag } from '#ui/StateTag.tsx'
import { pathTo } from '../../paths.ts'
import { broadcastStateTags } from '../../shared/labels/broadcast.ts'
import style from './BroadcastProgress.module.css'
import type { BroadcastRow } from './broadcast.ts'

interface BroadcastNameProps {
  row: BroadcastRow
  onOpen: () => void
}

/**
 * Name and state in one cell, so that a phone shows the results beside them. The name opens it here, or in a new tab
 * like any link.
 */
function BroadcastName({ row, onOpen }: BroadcastNameProps) {
  const { name, tone } = broadcastStateTags[row.state]
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen()
  }
  return (
    <>
      <Link
        className={style.name}
        to={pathTo(row.finishedAt ? '/sms/broadcast-history' : '/sms/broadcast-task', { id: row.broadcastId })}
        onClick={open}
      >
        {row.name}
      </Link>
      <StateTag tone={tone}>{name}</StateTag>
    </>
  )
}

export const nameColumn = <Row extends BroadcastRow>(open: (row: Row) => void): ListColumn<Row> => ({
  id: 'name',
  title: '任务',
  isAlways: true,
  width: 170,
  render: row => <BroadcastName row={row} onOpen={() => open(row)} />,
})
