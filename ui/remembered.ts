import { useCallback, useState } from 'react'

const prefix = 'hongyan.'

/**
 * A stored value by name, or null; a damaged value counts as none. Stored in this browser, or with `sessionStorage` in
 * this tab until it is closed.
 */
export function recall<Value>(name: string, storage: Storage = localStorage): Value | null {
  const text = storage.getItem(prefix + name)
  if (text === null) return null
  try {
    return JSON.parse(text) as Value
  } catch {
    storage.removeItem(prefix + name)
    return null
  }
}

export function remember(name: string, value: unknown, storage: Storage = localStorage): void {
  storage.setItem(prefix + name, JSON.stringify(value))
}

export function forget(name: string, storage: Storage = localStorage): void {
  storage.removeItem(prefix + name)
}

/** Forgets everything in this browser whose name starts so. */
export function forgetAll(start: string): void {
  for (const name of Object.keys(localStorage)) if (name.startsWith(prefix + start)) localStorage.removeItem(name)
}

/**
 * State that is stored in this browser (column settings, density, the menu's width), or in this tab (a draft of input).
 */
export function useRemembered<Value>(name: string, first: Value, storage: Storage = localStorage): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => recall<Value>(name, storage) ?? first)
  const set = useCallback(
    (next: Value) => {
      setValue(next)
      remember(name, next, storage)
    },
    [name, storage],
  )
  return [value, set]
}
