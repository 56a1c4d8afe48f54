import { useListState } from '#ui/list-state.ts'
import { CodePage } from './CodePage.tsx'
import { UnknownPage } from './UnknownPage.tsx'

/** 状态码: what codes of reports mean to customers; in the other tab those that nobody has explained yet. */
export function Page() {
  const list = useListState({ view: '', search: '', cause: '', operator: '' })
  return list.values.view === 'unknown' ? <UnknownPage list={list} /> : <CodePage list={list} />
}
