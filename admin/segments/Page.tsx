import { useListState } from '#ui/list/list-state.ts'
import { PortedPage } from './PortedPage.tsx'
import { SegmentPage } from './SegmentPage.tsx'

/** 号段: number segments of carriers; in the other tab ported numbers. */
export function Page() {
  const list = useListState({ view: '', search: '', carrier: '', virtual: '', phone: '' })
  return list.values.view === 'ported' ? <PortedPage list={list} /> : <SegmentPage list={list} />
}
