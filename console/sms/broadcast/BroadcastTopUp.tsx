import { TopUpDrawer } from '#console/shared/top-up/TopUpDrawer.tsx'
import { useTopUp } from '#console/shared/top-up/top-up.ts'
import { broadcastCalls } from '#contract/broadcast/broadcast.ts'
import { packageAnswers } from '../combo/package.ts'
import type { BroadcastForm } from './form.ts'
import { linkLack, smsLack } from './lack.ts'

/** What the broadcast lacks is paid beside its step; then the cost is computed anew. */
export function BroadcastTopUp({ form: { cost, template } }: { form: BroadcastForm }) {
  const { topUp } = useTopUp()
  if (topUp === '') return null
  const { data } = cost
  const lack = data && template ? (topUp === 'link' ? linkLack(data) : smsLack(data, template.kind)) : undefined
  return <TopUpDrawer lack={lack} invalidates={[broadcastCalls.preview, ...packageAnswers]} doneText="继续群发" />
}
