import { useListState } from '#ui/list/list-state.ts'
import { DeliveryList } from './DeliveryList.tsx'
import { ReceiverList } from './ReceiverList.tsx'

/** 值班通知: who gets the system alerts, and what was sent. */
export function Page() {
  const list = useListState({ tab: '', state: '' })
  return list.values.tab === 'log' ? <DeliveryList list={list} /> : <ReceiverList list={list} />
}
