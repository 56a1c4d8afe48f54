import { useCallback, useState } from 'react'

const prefix = 'hongyan.'

/** What was stored under a name, or null; a damaged value counts as none. In this browser, or, in `sessionStorage`, in this tab until it is closed. */
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

/** State that this browser keeps (column settings, density, the menu's width), or this tab (what is being typed). */
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
