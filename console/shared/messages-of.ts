import { pathTo } from '#console/paths.ts'
import { periodProblem } from '#contract/messages/delivery.ts'
import type { MessageQuery } from '#contract/messages/drill-down.ts'
import { momentsOf } from '#ui/date-range.ts'
import { useReachable } from './PageLink.tsx'

/** Whether the list of messages reaches these days. */
function isListed(from: string | undefined, to: string | undefined): boolean {
  if (!from || !to) return true
  const days = momentsOf({ from, to })
  return periodProblem({ from: new Date(days.from), until: new Date(days.until) }, new Date()) === null
}

/** Undefined: they can't be listed. */
export type MessagesOf = (query: MessageQuery | '' | null | undefined) => string | undefined

/**
 * Addresses of 发送记录 with the messages that figures count: those of `base` narrowed by a figure's own filters.
 * Undefined for days beyond the list, and for members who may not see it.
 */
export function useMessagesOf(base: Readonly<Record<string, string | undefined>>): MessagesOf {
  const isReachable = useReachable()('/sms/delivery')
  return query => {
    const filter = { ...base, ...query }
    return isReachable && query && isListed(filter.from, filter.to) ? pathTo('/sms/delivery', filter) : undefined
  }
}
