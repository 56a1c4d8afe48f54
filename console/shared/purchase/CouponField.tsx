import { Button, Input, Space } from 'antd'
import { useState } from 'react'
import { couponCalls } from '#contract/orders/coupon.ts'
import { couponCodeRule } from '#contract/rules.ts'
import { useCall } from '#ui/call.ts'
import { Field } from '#ui/form/Field.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { formatYuan } from '#values/money.ts'
import type { Choice } from './product.ts'

interface Wanted {
  packageId: string
  quantity: number
  customCount?: number
}

interface CouponAnswer {
  used: Choice['coupon']
  /** Why the coupon is not applicable to the choice. */
  error: string | null
  /** No coupon is used, or its discount is known. */
  isReady: boolean
}

/** Discount of a coupon on the choice, requeried whenever the choice changes. */
export function useCoupon(code: string, wanted: Wanted | null): CouponAnswer {
  const isAsked = code !== '' && wanted !== null
  const input = { couponCode: code, ...(wanted ?? { packageId: '0', quantity: 1 }) }
  const { data: answer, error } = useCall(couponCalls.check, input, { enabled: isAsked })
  if (!isAsked) return { used: null, error: null, isReady: code === '' }
  if (error) return { used: null, error: error.message, isReady: false }
  return { used: answer ? { code, ...answer } : null, error: null, isReady: answer !== undefined }
}

interface CouponFieldProps {
  /** The coupon in use; empty: none. */
  applied: string
  used: Choice['coupon']
  error: string | null
  onApply: (code: string) => void
}

/** 优惠码: a coupon code is typed, validated at once, and removable. */
export function CouponField({ applied, used, error, onApply }: CouponFieldProps) {
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const typedError = isTried && text.trim() !== '' ? ruleMessage(couponCodeRule, text) : null
  const apply = () => {
    setTried(true)
    const read = couponCodeRule.safeParse(text)
    if (read.success) onApply(read.data)
  }
  return (
    <Field
      label="优惠码"
      id="couponCode"
      isOptional
      error={typedError ?? error}
      hint={used ? `“${used.name}”已使用，减 ${formatYuan(used.couponHao)}` : undefined}
    >
      {({ status, ...control }) => (
        <Space.Compact>
          <Input
            {...control}
            status={status}
            value={text}
            maxLength={24}
            autoComplete="off"
            style={{ width: 200 }}
            onChange={event => {
              setText(event.target.value)
              setTried(false)
              // The typed code no longer is the applied one.
              if (applied) onApply('')
            }}
            onPressEnter={apply}
          />
          {applied ? (
            <Button
              onClick={() => {
                setText('')
                onApply('')
              }}
            >
              不使用
            </Button>
          ) : (
            <Button onClick={apply}>使用</Button>
          )}
        </Space.Compact>
      )}
    </Field>
  )
}
