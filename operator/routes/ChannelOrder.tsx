import { StateTag } from '#console/ui/StateTag.tsx'
import type { Channel } from '../channels/channel.ts'
import style from '../ui/Tables.module.css'

/** Channels in the order in which they are tried; those that can't send now say so. */
export function ChannelOrder({ ids, channels }: { ids: readonly string[]; channels: readonly Channel[] }) {
  return (
    <ol className={style.order}>
      {ids.map(id => {
        const channel = channels.find(one => one.channelId === id)
        return (
          <li key={id}>
            {channel?.name ?? '（已删除）'} {channel ? <Mark channel={channel} /> : null}
          </li>
        )
      })}
    </ol>
  )
}

function Mark({ channel }: { channel: Channel }) {
  if (!channel.isEnabled) return <StateTag tone="ended">停用</StateTag>
  return channel.isHeld && channel.state === 'up' ? null : <StateTag tone="bad">断开</StateTag>
}
