import { useListState } from '#ui/list/list-state.ts'
import { CodePage } from './CodePage.tsx'
import { UnknownPage } from './UnknownPage.tsx'

/** 状态码: the meaning of report codes for customers; in the other tab unexplained ones. */
export function Page() {
  const list = useListState({ view: '', search: '', cause: '', carrier: '' })
  return list.values.view === 'unknown' ? <UnknownPage list={list} /> : <CodePage list={list} />
}
