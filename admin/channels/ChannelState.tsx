import { StateTag } from '#ui/display/StateTag.tsx'
import type { Channel } from './channel.ts'

/** Whether a channel can send, as dispatch last reported. */
export function ChannelState({ row }: { row: Channel }) {
  if (!row.isEnabled) return <StateTag tone="ended">已停用</StateTag>
  if (!row.isHeld) return <StateTag tone="bad">无人值守</StateTag>
  if (row.breakers.length > 0) return <StateTag tone="bad">{row.state === 'up' ? '部分熔断' : '已熔断'}</StateTag>
  if (row.state === 'up' && row.withdrawal) return <StateTag tone="waiting">已撤量</StateTag>
  return row.state === 'up' ? <StateTag tone="good">已连接</StateTag> : <StateTag tone="bad">未连接</StateTag>
}

export const stateText = (row: Channel) => {
  if (!row.isEnabled) return '–'
  return row.isHeld ? (row.stateDetail ?? '–') : '没有发送程序在运行，短信会排队等待'
}
