import { useState } from 'react'
import { customCountRule, saleLine } from '#contract/orders/custom-count.ts'
import { quantityRule } from '#contract/orders/finance.ts'
import type { OrderPaymentMethod } from '#contract/orders/order.ts'
import { packageRule } from '#contract/rules.ts'
import { thousands } from '#ui/display/Count.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { useUrlState } from '#ui/url-state.ts'
import { limits } from '#values/limits.ts'
import { useCoupon } from './CouponField.tsx'
import type { Choice, Offer, Product } from './product.ts'

/** Default quantity where the package has none. */
const firstCustomCount = 10_000

interface Values {
  packageId: string
  /** Null while the typed text is no number, likewise below. */
  quantity: number | null
  customCount: number | null
  /** Empty: none. */
  couponCode: string
  paymentMethod: OrderPaymentMethod
  isAgreed: boolean
}

const atFirst = { quantity: 1, customCount: firstCustomCount, couponCode: '', paymentMethod: 'balance', isAgreed: false } as const

/** Form of a purchase: the choice, its price and errors; the package is in the address. */
export function usePurchaseForm(product: Product) {
  const [address, setAddress] = useUrlState({ id: '' })
  // The address follows a moment later: a radio button can't wait for the router.
  const [values, setValues] = useState<Values>({ ...atFirst, packageId: address.id })
  const { packageId, quantity, customCount, couponCode } = values
  // An unknown package number in the address selects nothing.
  const offer = product.groups.flatMap(group => group.offers).find(one => one.packageId === packageId) ?? null
  const errors = errorsOf(offer, values)
  const line = offer && lineOf(offer, errors.quantity === null ? quantity : null, errors.customCount === null ? customCount : null)
  const wanted = offer && line && { packageId, quantity: quantity!, ...(offer.tiers ? { customCount: line.segmentCount } : {}) }
  const coupon = useCoupon(couponCode, wanted)
  const amountHao = line && coupon.isReady ? line.amountHao - (coupon.used?.couponHao ?? 0) : null
  return {
    values,
    change: (next: Partial<Values>) => {
      setValues(before => ({ ...before, ...next }))
      if (next.packageId !== undefined) setAddress({ id: next.packageId }, { replace: true })
    },
    /** The same package once more. */
    startAgain: () => setValues(({ packageId, customCount, paymentMethod }) => ({ ...atFirst, packageId, customCount, paymentMethod })),
    errors,
    coupon,
    choice: offer && ({ offer, line, coupon: coupon.used, amountHao } satisfies Choice),
    /** Input of the calls without the coupon's discount; null while something is invalid. */
    wanted,
  }
}

export type PurchaseForm = ReturnType<typeof usePurchaseForm>

/** The order as call input, or the first invalid control to focus. */
export function orderOf({ values, errors, choice, wanted }: PurchaseForm) {
  if (errors.choice !== null) return { wrong: 'input[name="package"]' }
  if (errors.customCount !== null) return { wrong: '#customCount' }
  if (!wanted) return { wrong: '#quantity' }
  if (choice?.amountHao == null) return { wrong: '#couponCode' }
  if (!values.isAgreed) return { wrong: '#agree' }
  return { order: { ...wanted, ...(values.couponCode ? { couponCode: values.couponCode } : {}), expectedHao: choice.amountHao } }
}

function errorsOf(offer: Offer | null, { quantity, customCount }: Values) {
  const limit = offer?.limitPerAccount ?? null
  return {
    choice: ruleMessage(packageRule, offer?.packageId),
    quantity: ruleMessage(quantityRule, quantity) ?? (limit !== null && quantity! > limit ? `每个账户限购${limit}份` : null),
    customCount: offer?.tiers ? customCountError(offer, quantity, customCount) : null,
  }
}

function lineOf(offer: Offer, quantity: number | null, customCount: number | null): Choice['line'] {
  const line = quantity === null ? null : saleLine(offer, quantity, offer.tiers ? (customCount ?? undefined) : undefined)
  return line && { ...line, count: line.segmentCount * quantity! }
}

/** Null where the number is valid; the whole purchase has a limit too. */
function customCountError(offer: Offer, quantity: number | null, customCount: number | null): string | null {
  const error = ruleMessage(customCountRule, customCount)
  if (error !== null || quantity === null) return error
  return saleLine(offer, quantity, customCount!) ? null : `一次最多购买${thousands(limits.customCountMost)}，请减少`
}
