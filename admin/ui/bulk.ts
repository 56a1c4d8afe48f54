import { useState } from 'react'
import type { Choice } from '#ui/list/list-choice.tsx'

interface Asked<Row, Act> {
  act: Act
  rows: Row[]
  clear: () => void
}

/** Which act on the ticked rows of a list is asked for. `onDone` gets the rows on which it succeeded. */
export function useBulk<Row, Act = true>(onDone?: (...done: Row[]) => void) {
  const [asked, setAsked] = useState<Asked<Row, Act> | null>(null)
  const close = () => setAsked(null)
  return {
    asked,
    open: (act: Act, { rows }: Pick<Choice<Row>, 'rows'>, clear: () => void) => setAsked({ act, rows, clear }),
    /** The dialog's part of it. */
    props: ({ rows, clear }: Asked<Row, Act>) => ({
      rows,
      onClose: close,
      onDone: (done: readonly Row[]) => {
        close()
        clear()
        if (done.length > 0) onDone?.(...done)
      },
    }),
  }
}
