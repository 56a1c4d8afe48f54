import { StateTag } from '#ui/display/StateTag.tsx'
import type { ContactRow } from './phonebook.ts'

/** Whether marketing still reaches the number. */
export function Subscription({ blockedBy }: { blockedBy: ContactRow['blockedBy'] }) {
  if (blockedBy === null) return <StateTag tone="good">正常</StateTag>
  if (blockedBy === 'reply' || blockedBy === 'opt_out_page') return <StateTag tone="ended">已退订</StateTag>
  return <StateTag tone="bad">{blockedBy === 'complaint' ? '投诉' : '黑名单'}</StateTag>
}
