import { useListState } from '#ui/list/list-state.ts'
import { CouponPage } from './CouponPage.tsx'
import { PackagePage } from './PackagePage.tsx'
import { PricePage } from './PricePage.tsx'

/** 套餐与价格: packages, prices of single segments, and coupons. */
export function Page() {
  const list = useListState({ view: '', sale: '', account: '', state: '', code: '' })
  if (list.values.view === 'prices') return <PricePage list={list} />
  return list.values.view === 'coupons' ? <CouponPage list={list} /> : <PackagePage list={list} />
}
