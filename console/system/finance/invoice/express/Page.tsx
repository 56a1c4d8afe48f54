import { useUrlState } from '#ui/url-state.ts'
import { AddressList } from './AddressList.tsx'
import { EmailList } from './EmailList.tsx'
import { ShipmentList } from './ShipmentList.tsx'

/** 寄送信息: delivery addresses, and shipments. */
export function Page() {
  const [{ tab }] = useUrlState({ tab: '' })
  if (tab === 'address') return <AddressList />
  return tab === 'shipment' ? <ShipmentList /> : <EmailList />
}
