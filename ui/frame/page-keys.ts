import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { PalettePage } from '#ui/palette/Palette.tsx'
import type { ShortcutWords } from './Help.tsx'
import { isPlainPress } from './shortcuts.ts'

/** A letter that opens a page after G. */
export interface PageKey {
  letter: string
  path: string
}

/** A letter that follows G within this time belongs to it. */
const sequenceMs = 1_500

/** The keys of the pages that a person may open, for the list of shortcuts. */
export const pageKeyWords = (keys: readonly PageKey[], pages: readonly PalettePage[]): ShortcutWords[] =>
  keys.flatMap(({ letter, path }) => {
    const page = pages.find(one => one.path === path)
    return page ? [[`G ${letter.toUpperCase()}`, `打开${page.title}`] as const] : []
  })

/** G, then a letter: opens a page, where nobody is typing and no dialog is open. */
export function usePageKeys(keys: readonly PageKey[], pages: readonly PalettePage[]): void {
  const navigate = useNavigate()
  const open = (letter: string): boolean => {
    const key = keys.find(one => one.letter === letter && pages.some(({ path }) => path === one.path))
    if (key) void navigate(key.path)
    return key !== undefined
  }
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  useEffect(() => {
    let gAt = Number.NEGATIVE_INFINITY
    const press = (event: KeyboardEvent) => {
      if (!isPlainPress(event) || event.repeat || event.shiftKey) return
      const letter = event.key.toLowerCase()
      const isAfterG = event.timeStamp - gAt < sequenceMs
      gAt = letter === 'g' && !isAfterG ? event.timeStamp : Number.NEGATIVE_INFINITY
      if (!isAfterG || !latest.current(letter)) return
      // Other keys of the page, such as C and those of its list, don't see the letter.
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [])
}
