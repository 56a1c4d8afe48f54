import { useUrlState } from '#ui/url-state.ts'

/** The open drawer, in the address: what it pays for (empty: closed), and the attempt to pay, which a reload keeps. */
export function useTopUp() {
  const [{ topUp, payment }, setUrl] = useUrlState({ topUp: '', payment: '' })
  return {
    topUp,
    payment,
    open: (what: string) => setUrl({ topUp: what, payment: '' }, { replace: true }),
    pay: (rechargeId: string) => setUrl({ payment: rechargeId }, { replace: true }),
    close: () => setUrl({ topUp: '', payment: '' }, { replace: true }),
  }
}
