import type { Channel, Route } from '#admin/channels/channel.ts'
import style from '#admin/ui/Tables.module.css'
import { StateTag } from '#ui/display/StateTag.tsx'
import { preferenceText } from './route.ts'

/** Channels in the order of the route, or with their shares; those that can't send now are marked. */
export function ChannelOrder({ route, channels }: { route: Pick<Route, 'channelIds' | 'preference'>; channels: readonly Channel[] }) {
  const { channelIds, preference } = route
  const shares = preference.by === 'share' ? preference.shares : null
  return (
    <>
      {preference.by === 'order' || preference.by === 'share' ? null : <small className={style.note}>{preferenceText(preference)}</small>}
      <ol className={preference.by === 'order' ? style.order : style.choice}>
        {channelIds.map((id, index) => {
          const channel = channels.find(one => one.channelId === id)
          return (
            <li key={id}>
              {channel?.name ?? '（已删除）'} {shares ? `${shares[index] ?? 1}%` : ''} {channel ? <Mark channel={channel} /> : null}
            </li>
          )
        })}
      </ol>
    </>
  )
}

function Mark({ channel }: { channel: Channel }) {
  if (!channel.isEnabled) return <StateTag tone="ended">停用</StateTag>
  if (!(channel.isHeld && channel.state === 'up')) return <StateTag tone="bad">断开</StateTag>
  return channel.withdrawal ? <StateTag tone="waiting">撤量</StateTag> : null
}
