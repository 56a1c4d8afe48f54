import { Button, Select } from 'antd'
import { useLocation, useNavigate } from 'react-router'
import style from './List.module.css'
import { type ListState, pageSizes } from './list-state.ts'

/** The next rows are read from the first on. */
function showHead(button: HTMLElement) {
  const card = button.closest('section')
  if (card && card.getBoundingClientRect().top < 0) card.scrollIntoView()
}

/** Paging by cursor: the address has the cursor, so that a page can be shared; back uses the browser's history. */
export function Pager({ list, nextCursor }: { list: ListState; nextCursor: string | null }) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const { turn, page } = list
  const turned = (state as { turned?: number } | null)?.turned ?? 0
  if (turn.isFirst && nextCursor === null && turn.isFirstSize) return <div className={style.pager}>已显示全部</div>
  const back = turned > 0 ? () => navigate(-1) : turn.toFirst
  return (
    <nav className={style.pager} aria-label="翻页">
      <Select
        size="small"
        aria-label="每页行数"
        value={String(page.pageSize)}
        options={pageSizes.map(size => ({ value: size, label: `每页 ${size} 行` }))}
        onChange={turn.resize}
      />
      <Button size="small" disabled={turn.isFirst} onClick={() => void back()}>
        {turned > 0 || turn.isFirst ? '上一页' : '回到第一页'}
      </Button>
      <Button
        size="small"
        disabled={nextCursor === null}
        onClick={({ currentTarget }) => {
          if (nextCursor === null) return
          turn.to(nextCursor, { turned: turned + 1 })
          showHead(currentTarget)
        }}
      >
        下一页
      </Button>
    </nav>
  )
}
