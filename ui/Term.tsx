import { aboutMeasure } from '#contract/messages/measure-word.ts'
import style from './Term.module.css'

/** Of every explained term, for the help with a page. */
export const termClass = style.term ?? ''

/** The name of a column or a figure, with an explanation where it is one of the measures. */
export function Term({ word }: { word: string }) {
  const about = aboutMeasure(word)
  return about ? (
    <abbr className={style.term} title={about}>
      {word}
    </abbr>
  ) : (
    word
  )
}
