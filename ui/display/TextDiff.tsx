import style from './TextDiff.module.css'
import { diffText } from './text-diff.ts'

/** Diff between two versions of a text. */
export function TextDiff({ before, after }: { before: string; after: string }) {
  let at = 0
  return (
    <p className={style.diff}>
      {diffText(before, after).map(({ kind, text }) => {
        at += text.length
        if (kind === 'same') return text
        return kind === 'removed' ? <del key={at}>{text}</del> : <ins key={at}>{text}</ins>
      })}
    </p>
  )
}
