import { useEffect, useRef } from 'react'

interface Shortcuts {
  onPalette: () => void
  onHelp: () => void
}

/** Whether keys are text input there. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** A key pressed without modifiers, where nobody is typing and no dialog is open. */
export const isPlainPress = (event: KeyboardEvent): boolean =>
  !(event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || document.querySelector('dialog[open], [role=dialog]'))

const paletteEvent = 'hongyan:palette'
/** Opens the command palette, as Ctrl/⌘ K does. */
export const openPalette = () => dispatchEvent(new Event(paletteEvent))

/** Keyboard shortcuts: Ctrl/⌘ K anywhere; `/` and `?` where nobody is typing and no dialog is open. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        latest.current.onPalette()
        return
      }
      if (!isPlainPress(event)) return
      if (event.key === '?') latest.current.onHelp()
      if (event.key === '/') {
        event.preventDefault()
        document.querySelector<HTMLInputElement>('[data-page-search]')?.focus()
      }
    }
    const open = () => latest.current.onPalette()
    addEventListener('keydown', press)
    addEventListener(paletteEvent, open)
    return () => {
      removeEventListener('keydown', press)
      removeEventListener(paletteEvent, open)
    }
  }, [])
}
