import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { meCall } from '#console/session.ts'
import type { OrderPaymentMethod } from '#contract/orders/order.ts'
import { isUnpaid, rechargeCalls } from '#contract/payments/recharge.ts'
import { type CallTarget, invalidate, send, useCall } from '#ui/call.ts'

const pollMs = 2_000

/** One attempt to pay, polled until it is final; `invalidates`: calls that its payment outdates. */
export function usePayment(rechargeId: string, invalidates: readonly CallTarget[] = []) {
  const [isWaiting, setWaiting] = useState(true)
  const query = useCall(rechargeCalls.one, { rechargeId }, { refetchInterval: isWaiting ? pollMs : false })
  const client = useQueryClient()
  const state = query.data?.state
  const outdated = useRef(invalidates)
  useEffect(() => {
    setWaiting(state === undefined || isUnpaid(state))
    // The frame of every page shows the balance.
    if (state === 'paid') invalidate(client, [meCall, rechargeCalls.list, ...outdated.current])
  }, [state, client])
  return query
}

/** The gateway's page in a window of its own, opened by the click itself: a later one would be blocked as a pop-up. */
export function usePayPage() {
  const page = useRef<Window | null>(null)
  return {
    open: (paymentMethod: OrderPaymentMethod) => {
      page.current = paymentMethod === 'alipay' ? window.open('', '_blank') : null
      if (page.current) page.current.opener = null
    },
    lead: async (rechargeId: string) => {
      const { nextAction } = await send(rechargeCalls.one, { rechargeId })
      if (page.current && nextAction?.kind === 'page') page.current.location.replace(nextAction.url)
      else page.current?.close()
    },
    close: () => page.current?.close(),
  }
}
