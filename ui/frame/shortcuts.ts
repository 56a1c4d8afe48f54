import { useEffect, useRef } from 'react'

/** What keys and buttons of the frame open. */
type Command = 'palette' | 'help'

export const openPalette = () => dispatchEvent(new Event('hongyan:palette'))
export const openHelp = () => dispatchEvent(new Event('hongyan:help'))

/** Does something whenever its key or its button is pressed. */
export function useCommand(command: Command, act: () => void): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    const open = () => latest.current()
    addEventListener(`hongyan:${command}`, open)
    return () => removeEventListener(`hongyan:${command}`, open)
  }, [command])
}

/** Whether keys are text input there. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))

/** A key pressed without modifiers, where nobody is typing and no dialog is open. */
export const isPlainPress = (event: KeyboardEvent): boolean =>
  !(event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || document.querySelector('dialog[open], [role=dialog]'))

/**
 * Keyboard shortcuts: Ctrl/⌘ K anywhere; `/` and `?`, and `c` for the app's main action, where nobody is typing and no
 * dialog is open.
 */
export function useShortcuts(onMain: (() => void) | null): void {
  const main = useRef(onMain)
  useEffect(() => {
    main.current = onMain
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        openPalette()
        return
      }
      if (!isPlainPress(event)) return
      if (event.key === '?') openHelp()
      if (event.key === 'c') main.current?.()
      if (event.key === '/') {
        event.preventDefault()
        document.querySelector<HTMLInputElement>('[data-page-search]')?.focus()
      }
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
