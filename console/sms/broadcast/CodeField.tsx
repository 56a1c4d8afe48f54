import { broadcastCalls } from '#contract/broadcast/broadcast.ts'
import { useAct } from '#ui/call.ts'
import { SmsCodeField } from '#ui/form/SmsCodeField.tsx'
import { maskPhone } from '#values/phone.ts'

interface CodeFieldProps {
  uploadId: string
  codeAbove: number
  phone: string
  code: string
  onCode: (code: string) => void
}

/** The SMS code that a large broadcast needs. */
export function CodeField({ uploadId, codeAbove, phone, code, onCode }: CodeFieldProps) {
  const ask = useAct(broadcastCalls.askCode)
  return (
    <SmsCodeField
      name="broadcast-code"
      hint={`号码超过${codeAbove.toLocaleString('en-US')}个，需要用发到 ${maskPhone(phone)} 的验证码确认。`}
      code={code}
      onCode={onCode}
      onAsk={onSent => ask.mutate({ uploadId }, { onSuccess: onSent })}
      isAsking={ask.isPending}
      refusal={ask.error}
    />
  )
}
