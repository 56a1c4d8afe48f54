import { createContext } from 'react'
import type { CallAnswerWire } from '#contract/call.ts'
import type { ListViewCalls } from '#contract/list-view.ts'
import type { UrlValues } from '#ui/url-state.ts'

export type ListView = CallAnswerWire<ListViewCalls['list']>['rows'][number]

/** Where an app's saved views are. */
export interface ListViewSource {
  calls: ListViewCalls
  has: (list: string) => boolean
  /** With whom a person shares a view, and an example of its name. */
  words: { share: string; shareLong: string; example: string }
}
/** Null: lists have no views. */
export const ListViewSourceContext = createContext<ListViewSource | null>(null)

/** The choice between the lists of a page is no part of a view. */
const namesOf = (values: UrlValues): string[] =>
  Object.keys(values)
    .filter(name => name !== 'tab')
    .sort()

/** The filters of a list as a view keeps them: a query string without empty values, in one order. */
export const viewQuery = (values: UrlValues): string =>
  new URLSearchParams(namesOf(values).flatMap(name => (values[name] ? [[name, values[name]]] : []))).toString()

/** The filters of a view, and empty ones that the list has besides; names that the list no longer has are left out. */
export function viewValues(query: string, values: UrlValues): UrlValues {
  const kept = new URLSearchParams(query)
  return Object.fromEntries(namesOf(values).map(name => [name, kept.get(name) ?? '']))
}
