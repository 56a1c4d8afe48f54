import { Button } from 'antd'
import { useState } from 'react'
import { type RankedBar, RankedBars } from '#ui/display/RankedBars.tsx'
import style from './Visitor.module.css'

const shownAtFirst = 8

/** A ranking that shows the first bars and sums up the others until expanded. `rest`: visits outside of the bars. */
export function FirstBars({ bars, rest = 0 }: { bars: RankedBar[]; rest?: number }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole || bars.length - shownAtFirst < 2 ? bars : bars.slice(0, shownAtFirst)
  const others = rest + bars.slice(shown.length).reduce((sum, bar) => sum + bar.count, 0)
  const all = `${rest > 0 ? '显示前' : '显示全部'} ${bars.length} 个`
  return (
    <>
      <RankedBars
        bars={others > 0 ? [...shown, { key: 'the rest', label: '其余', count: others }] : shown}
        emptyText="这段时间没有访问。"
      />
      {bars.length > shown.length || isWhole ? (
        <Button type="link" size="small" className={style.more} onClick={() => setWhole(!isWhole)} aria-expanded={isWhole}>
          {isWhole ? '收起' : all}
        </Button>
      ) : null}
    </>
  )
}
