import { useListState } from '#ui/list-state.ts'
import { PortedPage } from './PortedPage.tsx'
import { SegmentPage } from './SegmentPage.tsx'

/** 号段: whose numbers begin how; in the other tab the numbers that went to another operator. */
export function Page() {
  const list = useListState({ view: '', search: '', operator: '', virtual: '', phone: '' })
  return list.values.view === 'ported' ? <PortedPage list={list} /> : <SegmentPage list={list} />
}
