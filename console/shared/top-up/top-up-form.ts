import { useState } from 'react'
import { useMe } from '#console/session.ts'
import { financeCalls } from '#contract/orders/finance.ts'
import { dueHao, type OrderPaymentMethod, orderCalls } from '#contract/orders/order.ts'
import { type OnlinePaymentMethod, rechargeCalls } from '#contract/payments/recharge.ts'
import { amountRule } from '#contract/rules.ts'
import { type CallTarget, useAct } from '#ui/call.ts'
import { yuanText } from '#ui/form/amount-field.ts'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { parseYuanOrThrow } from '#values/money.ts'
import { usePayPage } from '../payment/payment.ts'
import type { Purchased } from '../purchase/product.ts'
import { type Cover, type Lack, wholeFen } from './cover.ts'

export interface TopUp {
  lack: Lack
  /** The package that covers it; null: there is none. */
  cover: Cover | null
  online: readonly OnlinePaymentMethod[]
  invalidates: readonly CallTarget[]
  /** An attempt to pay has begun. */
  onPaying: (rechargeId: string) => void
  /** The balance has paid a package. */
  onBought: (bought: Purchased) => void
}

interface Values {
  isPackage: boolean
  /** Of a recharge, in yuan. */
  amount: string
  chosen: OrderPaymentMethod | null
}

/** Form of a top-up: what is bought, how it is paid, and the payment. */
export function useTopUpForm(topUp: TopUp) {
  const { lack, cover, online } = topUp
  const exactHao = lack.shortHao === null ? null : wholeFen(lack.shortHao)
  const [values, setValues] = useState<Values>({ isPackage: exactHao === null, amount: yuanText(exactHao), chosen: null })
  const { isPackage, amount, chosen } = values
  const availableHao = useMe().data?.availableHao ?? 0
  const { recharge, buy, isPending, error: refusal, reset } = usePaying(topUp)
  const paysFromBalance = isPackage && cover !== null && availableHao - cover.amountHao >= (lack.packages?.besidesHao ?? 0)
  const ways: OrderPaymentMethod[] = paysFromBalance ? ['balance', ...online] : [...online]
  const way = ways.find(one => one === chosen) ?? ways[0]
  const error = isPackage ? null : amountError(amount, exactHao)
  const priceHao = cover && (way === 'balance' ? cover.amountHao : dueHao(cover.amountHao, availableHao))
  const rechargedHao = error === null ? parseYuanOrThrow(amount) : null
  const sumHao = isPackage ? priceHao : rechargedHao
  const pay = () => {
    if (sumHao === null) return document.getElementById('topUpAmount')?.focus()
    if (isPackage && cover && way) buy(cover, way)
    else if (way === 'alipay' || way === 'wechat') recharge(way, amount)
  }
  const change = (next: Partial<Values>) => {
    reset()
    setValues(before => ({ ...before, ...next }))
  }
  return { values, change, exactHao, ways, way, error, sumHao, isPending, refusal, availableHao, pay }
}

/** The three ways to pay: a recharge, an order at a gateway, and the balance. */
function usePaying({ invalidates, onPaying, onBought }: TopUp) {
  const page = usePayPage()
  const begin = async ({ rechargeId }: { rechargeId: string | null }) => {
    if (rechargeId === null) return
    onPaying(rechargeId)
    await page.lead(rechargeId)
  }
  const recharge = useAct(rechargeCalls.create, { invalidates: [rechargeCalls.list], onDone: begin })
  const order = useAct(orderCalls.create, { invalidates: [orderCalls.list], onDone: begin })
  const purchase = useAct(financeCalls.purchase, { invalidates: [orderCalls.list, ...invalidates], onDone: onBought })
  const acts = [recharge, order, purchase]
  const open = (paymentMethod: OrderPaymentMethod) => {
    page.open(paymentMethod)
    return { onError: page.close }
  }
  return {
    recharge: (paymentMethod: OnlinePaymentMethod, amount: string) => recharge.mutate({ paymentMethod, amount }, open(paymentMethod)),
    buy: ({ offer, quantity, customCount, amountHao }: Cover, paymentMethod: OrderPaymentMethod) => {
      const sale = { packageId: offer.packageId, quantity, ...(customCount ? { customCount } : {}), expectedHao: amountHao }
      if (paymentMethod === 'balance') purchase.mutate(sale)
      else order.mutate({ ...sale, paymentMethod }, open(paymentMethod))
    },
    isPending: acts.some(act => act.isPending),
    error: acts.find(act => act.error)?.error ?? null,
    reset: () => {
      for (const act of acts) act.reset()
    },
  }
}

/** At least what is missing, unless a single recharge can't be so large. */
function amountError(amount: string, leastHao: number | null): string | null {
  const error = ruleMessage(amountRule, amount)
  if (error !== null || leastHao === null || parseYuanOrThrow(amount) >= leastHao) return error
  return amountRule.safeParse(yuanText(leastHao)).success ? `还不够，至少 ${yuanText(leastHao)} 元` : null
}
