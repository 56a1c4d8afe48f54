import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'

export type UrlValues = Record<string, string>
export interface ChangeOptions {
  replace?: boolean
  /** Stored in the history beside the address. */
  state?: unknown
}

/** A value of the address that is one of a few names; any other text counts as the default. */
export interface Choice<Value extends string> {
  first: Value
  names: readonly Value[]
}
export const oneOf = <Value extends string, First extends string>(names: readonly Value[], first: First): Choice<Value | First> => ({
  first,
  names: [first, ...names],
})

/** The values of an address: free texts by their default, and choices. */
export type UrlFields = Record<string, string | Choice<string>>
export type ValuesOf<Fields extends UrlFields> = {
  [Name in keyof Fields]: Fields[Name] extends Choice<infer Value> ? Value : string
}
/** Any texts for fields: what a choice doesn't know is read as its default. */
export type Texts<Values> = { [Name in keyof Values]?: string | undefined }

const firstOf = (field: string | Choice<string>) => (typeof field === 'string' ? field : field.first)
const allows = (field: string | Choice<string> | undefined, text: string | undefined) =>
  text !== undefined && (typeof field !== 'object' || field.names.includes(text))

/** The defaults. */
export const firstsOf = (fields: UrlFields): UrlValues =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, firstOf(field)]))

const areOf = <Fields extends UrlFields>(values: UrlValues, fields: Fields): values is ValuesOf<Fields> =>
  Object.entries(fields).every(([name, field]) => allows(field, values[name]))

/** What a query says, with defaults. */
export function valuesOf<Fields extends UrlFields>(search: URLSearchParams, fields: Fields): ValuesOf<Fields> {
  const values: UrlValues = {}
  for (const [name, field] of Object.entries(fields)) {
    const text = search.get(name) ?? undefined
    values[name] = text !== undefined && allows(field, text) ? text : firstOf(field)
  }
  if (!areOf(values, fields)) throw new RangeError('a default that its choice does not allow')
  return values
}

/** What the address says, with defaults. */
export function useUrlValues<Fields extends UrlFields>(fields: Fields): ValuesOf<Fields> {
  const [search] = useSearchParams()
  const stableFields = useStable(fields)
  return useMemo(() => valuesOf(search, stableFields), [search, stableFields])
}

/** Writes values into the address; one that equals its default isn't written. */
export function useUrlChange(firsts: UrlValues): (next: Texts<UrlValues>, options?: ChangeOptions) => void {
  const [, setSearch] = useSearchParams()
  const stableFirsts = useStable(firsts)
  return useCallback(
    (next, options = {}) => {
      // Read from the address itself: the rendered state may be one change behind, and would undo it.
      const changed = new URLSearchParams(window.location.search)
      for (const [name, value] of Object.entries(next)) {
        if (value === undefined || value === stableFirsts[name]) changed.delete(name)
        else changed.set(name, value)
      }
      setSearch(changed, { replace: options.replace ?? false, state: options.state, preventScrollReset: true })
    },
    [setSearch, stableFirsts],
  )
}

/** State in the query string: what a page shows can be linked, reloaded and gone back to. */
export function useUrlState<Fields extends UrlFields>(
  fields: Fields,
): [ValuesOf<Fields>, (change: Texts<ValuesOf<Fields>>, options?: ChangeOptions) => void] {
  return [useUrlValues(fields), useUrlChange(firstsOf(fields))]
}

/** The same object as long as its content is the same, so that callers may use literals. */
function useStable<Value extends object>(value: Value): Value {
  const text = JSON.stringify(value)
  const [kept, setKept] = useState({ text, value })
  if (kept.text === text) return kept.value
  setKept({ text, value })
  return value
}
