import { useSyncExternalStore } from 'react'
import type { ThemeName } from './theme.ts'

/** The chosen theme; `system` follows the device. */
export type ThemeChoice = 'system' | ThemeName
export const themeChoiceNames: Record<ThemeChoice, string> = { system: '跟随系统', light: '浅色', dark: '深色' }

const storageKey = 'hongyan.theme'
const listeners = new Set<() => void>()
const systemDark = () => matchMedia('(prefers-color-scheme: dark)')

function themeChoice(): ThemeChoice {
  const stored = localStorage.getItem(storageKey)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

let isPrinting = false

const currentTheme = (): ThemeName => {
  // Paper is white: charts are drawn in its colours too.
  if (isPrinting) return 'light'
  const choice = themeChoice()
  if (choice !== 'system') return choice
  return systemDark().matches ? 'dark' : 'light'
}

function apply(): void {
  const theme = currentTheme()
  document.documentElement.dataset.theme = theme
  document.documentElement.style.colorScheme = theme
  // The browser's own bar continues the header.
  const bar = document.querySelector('meta[name="theme-color"]')
  bar?.setAttribute('content', getComputedStyle(document.documentElement).getPropertyValue('--hy-paper'))
  for (const listener of listeners) listener()
}

export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, choice)
  apply()
}

/**
 * Applies the chosen theme and follows the system. Called once, before the app renders; the tokens are in index.html.
 */
export function installTheme(): void {
  systemDark().addEventListener('change', apply)
  for (const [event, starts] of [
    ['beforeprint', true],
    ['afterprint', false],
  ] as const)
    addEventListener(event, () => {
      isPrinting = starts
      apply()
    })
  addEventListener('storage', event => event.key === storageKey && apply())
  apply()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useTheme = (): ThemeName => useSyncExternalStore(subscribe, currentTheme)
export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, themeChoice)
