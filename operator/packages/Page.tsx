import { useListState } from '#console/ui/list-state.ts'
import { PackagePage } from './PackagePage.tsx'
import { PricePage } from './PricePage.tsx'

/** 套餐与价格: what customers can buy, and what a segment costs without a package. */
export function Page() {
  const list = useListState({ view: '', sale: '', account: '' })
  return list.values.view === 'prices' ? <PricePage list={list} /> : <PackagePage list={list} />
}
