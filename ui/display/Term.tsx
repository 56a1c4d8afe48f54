import { useLayoutEffect, useRef } from 'react'
import { explain } from '#contract/terms.ts'
import style from './Term.module.css'
import { setTabStop, showTermsOnDemand } from './term-tip.ts'

/** The name of a column or a figure, with an explanation where the dictionary has it. */
export function Term({ word }: { word: string }) {
  const place = useRef<HTMLElement>(null)
  // A column that is moved or hidden may make another term the first of its group.
  useLayoutEffect(() => {
    if (!place.current) return
    showTermsOnDemand(style.tip ?? '')
    setTabStop(place.current)
  })
  const about = explain(word)
  return about ? (
    // The empty title keeps that of a button around it from covering the explanation.
    <dfn ref={place} className={style.term} data-term={about} title="">
      {word}
    </dfn>
  ) : (
    word
  )
}
