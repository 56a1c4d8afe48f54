import { Button } from 'antd'
import type { z } from 'zod'
import { useMay } from '#console/session.ts'
import type { Call } from '#contract/call.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import { useAct } from '#ui/call.ts'
import { Phone } from '#ui/display/Phone.tsx'
import layout from '#ui/theme/layout.module.css'

/** A call that reveals a whole number. */
type RevealCall = Call<z.ZodObject, z.ZodObject<{ phone: z.ZodString }>>

interface WholePhoneProps {
  call: RevealCall
  /** The call's input: whose number. */
  of: Record<string, string>
  /** Masked. */
  phone: string
  label?: string
}

/** A masked number; members with the permission can reveal it, after step-up; the audit log records it. */
export function WholePhone({ call, of, phone, label = '显示' }: WholePhoneProps) {
  const mayReveal = useMay('message.reveal')
  const reveal = useAct(call)
  if (reveal.data)
    return (
      <span className={layout.numeric}>
        {reveal.data.phone}
        <CopyButton text={reveal.data.phone} />
      </span>
    )
  return (
    <>
      <Phone phone={phone} />
      {mayReveal ? (
        <Button
          type="link"
          size="small"
          data-acts
          aria-label={`${phone} 显示完整号码`}
          title="显示完整号码：先验证身份，会记入操作日志"
          // A spinner would not fit beside it.
          aria-busy={reveal.isPending}
          style={reveal.isPending ? { opacity: 0.5 } : undefined}
          onClick={event => {
            event.stopPropagation()
            reveal.mutate(of)
          }}
        >
          {label}
        </Button>
      ) : null}
      {reveal.error ? <div role="alert">{reveal.error.message}</div> : null}
    </>
  )
}
