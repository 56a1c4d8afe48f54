import { adminChannelCalls } from '#contract/messages/admin-channel.ts'
import { useCall } from '#ui/call.ts'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { Section } from '#ui/Facts.tsx'
import layout from '#ui/layout.module.css'
import { Moment } from '#ui/Moment.tsx'
import style from './ExchangeText.module.css'
import { ExchangeText } from './ExchangeText.tsx'

/** Test messages and the last ones that the carrier refused, with the bytes of each for its technician. */
export function ChannelExchanges({ channelId }: { channelId: string }) {
  const { data, error, refetch } = useCall(adminChannelCalls.exchanges, { channelId }, { refetchInterval: 5_000 })
  if (error && !data) return <ErrorPanel title="最近的测试和拒绝没能加载" error={error} onRetry={() => void refetch()} />
  const rows = data?.rows ?? []
  return (
    <Section title="最近的测试和拒绝">
      {rows.length === 0 ? (
        <p className={`${layout.flush} ${layout.soft}`}>近3天没有测试短信，也没有被运营商拒绝的短信。</p>
      ) : (
        rows.map(({ messageId, at, code, ...exchange }) => (
          <details key={messageId}>
            <summary className={style.one}>
              <Moment at={at} /> {code ?? '测试短信，运营商已接收'}
            </summary>
            <ExchangeText exchange={exchange} />
          </details>
        ))
      )}
    </Section>
  )
}
