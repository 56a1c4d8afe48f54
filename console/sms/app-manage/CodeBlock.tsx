import type { ReactNode } from 'react'
import { CopyButton } from '#ui/CopyButton.tsx'
import style from './AppManage.module.css'

/** Strings and comments in the languages of our samples: a minimal syntax highlighting. */
const token = /("""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|((?:^|(?<=\s))(?:\/\/|#).*)/gm

function coloured(code: string): ReactNode[] {
  const pieces: ReactNode[] = []
  let from = 0
  for (const match of code.matchAll(token)) {
    pieces.push(code.slice(from, match.index))
    pieces.push(match[1] === undefined ? <i key={match.index}>{match[0]}</i> : <b key={match.index}>{match[0]}</b>)
    from = match.index + match[0].length
  }
  return [...pieces, code.slice(from)]
}

/** Code with its name and a copy button; scrolls inside itself, also by keys. */
export function CodeBlock({ name, code, isPlain = false }: { name: string; code: string; isPlain?: boolean }) {
  return (
    <section className={style.code} aria-label={name}>
      <header>
        {name}
        <CopyButton text={code} label={`复制${name}`} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines must be scrollable by keyboard. */}
      <pre tabIndex={0}>{isPlain ? code : coloured(code)}</pre>
    </section>
  )
}
