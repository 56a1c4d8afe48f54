import { Button } from 'antd'
import { optOutPageCalls } from '#contract/unsubscribe/opt-out-page.ts'
import { useMessageAct } from '#ui/overlay/message-act.ts'

/** Carriers and phones need a link with a public name, no IP address or local host. */
export const hasPublicName = /\.[a-z]{2,}$/i.test(location.hostname)

/** Inserts the opt-out link of a signature for a variable. */
export function OptOutLinkButton({ signatureId, onLink }: { signatureId: string; onLink: (address: string) => void }) {
  const make = useMessageAct(optOutPageCalls.link, { onDone: ({ path }) => onLink(location.origin + path) })
  return (
    <Button
      loading={make.isPending}
      disabled={!hasPublicName}
      title={hasPublicName ? '收件人点开后可以退订，90天内有效' : undefined}
      onClick={() => make.mutate({ signatureId })}
    >
      填入退订链接
    </Button>
  )
}
