import { useCallback, useState } from 'react'

const prefix = 'hongyan.'

/** What was stored under a name in this browser, or null; a damaged value counts as none. */
export function recall<Value>(name: string): Value | null {
  const text = localStorage.getItem(prefix + name)
  if (text === null) return null
  try {
    return JSON.parse(text) as Value
  } catch {
    localStorage.removeItem(prefix + name)
    return null
  }
}

export function remember(name: string, value: unknown): void {
  localStorage.setItem(prefix + name, JSON.stringify(value))
}

export function forget(name: string): void {
  localStorage.removeItem(prefix + name)
}

/** State that this browser keeps: column settings, density, the menu's width. */
export function useRemembered<Value>(name: string, first: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => recall<Value>(name) ?? first)
  const set = useCallback(
    (next: Value) => {
      setValue(next)
      remember(name, next)
    },
    [name],
  )
  return [value, set]
}
