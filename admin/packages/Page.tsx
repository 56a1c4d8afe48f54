import { useListState } from '#ui/list-state.ts'
import { CouponPage } from './CouponPage.tsx'
import { PackagePage } from './PackagePage.tsx'
import { PricePage } from './PricePage.tsx'

/** 套餐与价格: what customers can buy, what a segment costs without a package, and codes that make packages cheaper. */
export function Page() {
  const list = useListState({ view: '', sale: '', account: '', state: '', code: '' })
  if (list.values.view === 'prices') return <PricePage list={list} />
  return list.values.view === 'coupons' ? <CouponPage list={list} /> : <PackagePage list={list} />
}
