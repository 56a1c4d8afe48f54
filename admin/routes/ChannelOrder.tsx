import type { Channel } from '#admin/channels/channel.ts'
import style from '#admin/ui/Tables.module.css'
import { StateTag } from '#ui/StateTag.tsx'

/** Channels in the order of their use; those that can't send now are marked. */
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
