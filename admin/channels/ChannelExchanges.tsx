import { useState } from 'react'
import type { CallAnswerWire } from '#contract/call.ts'
import { adminChannelCalls } from '#contract/messages/admin-channel.ts'
import { useCall } from '#ui/call.ts'
import { Section } from '#ui/display/Facts.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import layout from '#ui/theme/layout.module.css'
import { TrialState } from './ChannelTrial.tsx'
import type { Channel } from './channel.ts'
import style from './ExchangeText.module.css'
import { ExchangeText } from './ExchangeText.tsx'

/** Test messages and the last ones that the carrier refused, with the bytes of each for its technician. */
export function ChannelExchanges({ channel }: { channel: Channel }) {
  const { channelId } = channel
  const { data, error, refetch } = useCall(adminChannelCalls.exchanges, { channelId }, { refetchInterval: 5_000 })
  if (error && !data) return <ErrorPanel title="最近的测试和拒绝没能加载" error={error} onRetry={() => void refetch()} />
  const rows = data?.rows ?? []
  return (
    <Section title="最近的测试和拒绝">
      {rows.length === 0 ? (
        <p className={`${layout.flush} ${layout.soft}`}>近3天没有测试短信，也没有被运营商拒绝的短信。</p>
      ) : (
        rows.map(row => <Exchange key={row.messageId} row={row} channel={channel} />)
      )}
    </Section>
  )
}

function Exchange({ row, channel }: { row: CallAnswerWire<typeof adminChannelCalls.exchanges>['rows'][number]; channel: Channel }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className={style.one}>
        <Moment at={row.at} /> {row.code ?? '测试短信，运营商已接收'}
      </summary>
      {row.code === null ? isOpen && <TrialState messageId={row.messageId} channel={channel} /> : <ExchangeText exchange={row} />}
    </details>
  )
}
