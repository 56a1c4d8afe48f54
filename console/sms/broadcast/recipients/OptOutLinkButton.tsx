import { App, Button } from 'antd'
import { landingCalls } from '#contract/unsubscribe/landing.ts'
import { useAct } from '#ui/call.ts'

/** Operators and phones take a link by a name, none by a number or within one's own machine. */
const hasName = /\.[a-z]{2,}$/i.test(location.hostname)

/** Puts the link by which recipients refuse a signature's marketing for a variable. */
export function OptOutLinkButton({ signatureId, onLink }: { signatureId: string; onLink: (address: string) => void }) {
  const { message } = App.useApp()
  const make = useAct(landingCalls.link, { onDone: ({ path }) => onLink(location.origin + path) })
  return (
    <Button
      loading={make.isPending}
      disabled={!hasName}
      title={hasName ? '收件人点开后可以退订，90天内有效' : '平台使用正式域名后可用'}
      onClick={() => make.mutate({ signatureId }, { onError: error => void message.error(error.message) })}
    >
      填入退订链接
    </Button>
  )
}
