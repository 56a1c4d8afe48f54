import { useId, useState } from 'react'
import { useSettings } from '#ui/form/settings.ts'
import layout from '#ui/theme/layout.module.css'
import { segmentCount } from '#values/segment.ts'
import style from './Home.module.css'

/** Counts the segments of a typed message with the same function that charges. */
export function SegmentTrial() {
  const id = useId()
  const [text, setText] = useState('【云溪书店】周末满 99 减 20，新书上架，欢迎来店里坐坐，拒收请回复R')
  const { messageUnits } = useSettings()
  const isTooLong = text.length > messageUnits
  return (
    <div className={style.trial}>
      <label htmlFor={id}>试一试：这条短信计几条？</label>
      <textarea id={id} rows={4} value={text} onChange={event => setText(event.target.value)} />
      <p aria-live="polite">
        <b>{text.length}</b> 字 · 计 <b>{segmentCount(text.length)}</b> 条
        {isTooLong ? <span className={layout.bad}>　超过 {messageUnits} 字，请分成几条发送</span> : null}
      </p>
    </div>
  )
}
