import { adminChannelCalls } from '#contract/messages/admin-channel.ts'
import { useCall } from '#ui/call.ts'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { Section } from '#ui/Facts.tsx'
import layout from '#ui/layout.module.css'
import { Moment } from '#ui/Moment.tsx'
import { ExchangeText } from './ExchangeText.tsx'

/** The last messages that the carrier refused, with the bytes of each for its technician. */
export function ChannelRefusals({ channelId }: { channelId: string }) {
  const { data, error, refetch } = useCall(adminChannelCalls.refusals, { channelId }, { refetchInterval: 5_000 })
  if (error && !data) return <ErrorPanel title="最近拒绝的短信没能加载" error={error} onRetry={() => void refetch()} />
  const rows = data?.rows ?? []
  return (
    <Section title="最近拒绝的短信">
      {rows.length === 0 ? (
        <p className={`${layout.flush} ${layout.soft}`}>近3天没有被运营商拒绝的短信。</p>
      ) : (
        rows.map(({ messageId, at, code, ...exchange }) => (
          <details key={messageId}>
            <summary>
              <Moment at={at} /> {code}
            </summary>
            <ExchangeText exchange={exchange} />
          </details>
        ))
      )}
    </Section>
  )
}
