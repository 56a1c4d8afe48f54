import { Button } from 'antd'
import layout from '#ui/theme/layout.module.css'

interface CursorBarProps {
  /** Cursors of the pages before this one. */
  cursors: readonly string[]
  next: string | null
  onChange: (cursors: string[]) => void
}

/** Previous and next buttons of a list with more than one page. */
export function CursorBar({ cursors, next, onChange }: CursorBarProps) {
  if (cursors.length === 0 && next === null) return null
  return (
    <div className={`${layout.line} ${layout.spread}`}>
      <Button size="small" disabled={cursors.length === 0} onClick={() => onChange(cursors.slice(0, -1))}>
        上一页
      </Button>
      <Button size="small" disabled={next === null} onClick={() => onChange([...cursors, next!])}>
        下一页
      </Button>
    </div>
  )
}
