import { Button } from 'antd'
import { useRef } from 'react'
import type { News } from './growing-list.ts'
import style from './NewsBar.module.css'

const mostCount = 99

/** Says above a list how many rows have come since it is read, and shows them when asked. It moves nothing. */
export function NewsBar({ news }: { news: News | null | undefined }) {
  const place = useRef<HTMLDivElement>(null)
  const show = () => {
    news?.show()
    // The button is gone then: the focus goes on to what it brought.
    const list = place.current?.parentElement
    requestAnimationFrame(() => list?.querySelector<HTMLElement>('[data-list] tbody tr')?.focus())
  }
  return (
    <div ref={place} className={style.place} role="status">
      {news ? (
        <span className={style.bar}>
          有 {news.isMore || news.count > mostCount ? `${Math.min(news.count, mostCount)}+` : news.count} 条新记录
          <Button type="link" size="small" onClick={show}>
            显示
          </Button>
        </span>
      ) : null}
    </div>
  )
}
