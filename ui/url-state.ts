import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'

export type UrlValues = Record<string, string>
export interface ChangeOptions {
  replace?: boolean
  /** Stored in the history beside the address. */
  state?: unknown
}

/**
 * State in the query string: what a page shows can be linked, reloaded and gone back to. Values are text; a value that
 * equals its default isn't written.
 */
export function useUrlState<Values extends UrlValues>(first: Values): [Values, (change: Partial<Values>, options?: ChangeOptions) => void] {
  const [search, setSearch] = useSearchParams()
  const stableFirst = useStable(first)
  const values = useMemo(() => {
    const entries = Object.entries(stableFirst).map(([name, value]) => [name, search.get(name) ?? value])
    return Object.fromEntries(entries) as Values
  }, [search, stableFirst])
  const change = useCallback(
    (next: Partial<Values>, options: ChangeOptions = {}) => {
      // Read from the address itself: the rendered state may be one change behind, and would undo it.
      const changed = new URLSearchParams(window.location.search)
      for (const [name, value] of Object.entries(next)) {
        if (value === undefined || value === stableFirst[name]) changed.delete(name)
        else changed.set(name, value)
      }
      setSearch(changed, { replace: options.replace ?? false, state: options.state, preventScrollReset: true })
    },
    [setSearch, stableFirst],
  )
  return [values, change]
}

/** The same object as long as its content is the same, so that callers may use literals. */
function useStable<Values extends UrlValues>(values: Values): Values {
  const text = JSON.stringify(values)
  return useMemo(() => JSON.parse(text) as Values, [text])
}
