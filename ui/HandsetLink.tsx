import { signInCalls } from '#contract/identity/sign-in.ts'
import { phoneNumber } from '#contract/scalars.ts'
import { useCall } from './call.ts'

/** Link to the virtual handset, where messages go there. */
export function HandsetLink({ phone }: { phone: string }) {
  const { data } = useCall(signInCalls.handset, {}, { staleTimeMs: Number.POSITIVE_INFINITY })
  if (!data?.handset) return null
  const address = new URL(data.handset)
  if (phoneNumber.safeParse(phone).success) address.searchParams.set('phone', phone.trim())
  return (
    <div>
      <a href={address.href} target="_blank" rel="noopener">
        去虚拟手机查看验证码
      </a>
    </div>
  )
}
