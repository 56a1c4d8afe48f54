import { Suspense } from 'react'
import { rechargeCalls } from '#contract/payments/recharge.ts'
import { useCall } from '#ui/call.ts'
import { lazyPart } from '#ui/frame/chunk.ts'
import { FocusKeeper } from '#ui/frame/FocusKeeper.tsx'
import { PageFailure } from '#ui/frame/PageFailure.tsx'
import { UnderHead } from '#ui/frame/PageHead.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { useMay } from '../../../session.ts'
import { RechargeForm } from './RechargeForm.tsx'
import { RechargeList } from './RechargeList.tsx'
import { RechargeProgress } from './RechargeProgress.tsx'
import { type RechargeTab, RechargeTabs, rechargeTabs } from './RechargeTabs.tsx'

const BankTransfer = lazyPart('BankTransfer', () => import('./BankTransfer.tsx'))
const ClaimList = lazyPart('ClaimList', () => import('./ClaimList.tsx'))
const WithdrawalList = lazyPart('WithdrawalList', () => import('./WithdrawalList.tsx'))

const isTab = (text: string): text is RechargeTab => Object.hasOwn(rechargeTabs, text)

/** 充值: sum and payment method, then the state; bank transfers; earlier payments; and withdrawals. */
export function Page() {
  return (
    <FocusKeeper label="充值">
      <Shown />
    </FocusKeeper>
  )
}

function Shown() {
  // Alipay's redirect has the trade's number in its own parameter.
  const [{ id, tab: asked, out_trade_no: tradeNumber }] = useUrlState({ id: '', tab: '', out_trade_no: '' })
  const mayPay = useMay('finance.write')
  if (id) return <RechargeProgress key={id} rechargeId={id} />
  if (tradeNumber) return <Returned tradeNumber={tradeNumber} />
  const tab = isTab(asked) && (asked !== '' || mayPay) ? asked : mayPay ? '' : 'record'
  return (
    <UnderHead value={<RechargeTabs current={tab} />}>
      <Suspense fallback={<PageSkeleton />}>
        <Tab tab={tab} />
      </Suspense>
    </UnderHead>
  )
}

function Tab({ tab }: { tab: RechargeTab }) {
  if (tab === 'bank') return <BankTransfer />
  if (tab === 'record') return <RechargeList />
  if (tab === 'claims') return <ClaimList />
  return tab === 'withdrawals' ? <WithdrawalList /> : <RechargeForm />
}

function Returned({ tradeNumber }: { tradeNumber: string }) {
  const found = useCall(rechargeCalls.list, { tradeNumber, pageSize: 1 })
  if (found.error && !found.data) return <PageFailure page="充值" query={found} />
  if (!found.data) return <PageSkeleton />
  const row = found.data.rows[0]
  return row ? <RechargeProgress rechargeId={row.rechargeId} /> : <RechargeForm />
}
