import { broadcastCalls } from '#contract/broadcast/broadcast.ts'
import type { CallInputWire } from '#contract/call.ts'
import { useCall } from '#ui/call.ts'
import { momentsOf } from '#ui/date-range.ts'
import { optionsOf } from '#ui/form/options.ts'
import type { Filter } from '#ui/list/ListFilters.tsx'
import { broadcastKindNames, broadcastTimingNames } from '../../shared/labels/broadcast.ts'

/** Filters of lists of broadcasts, in the address. */
export const noFilter = { state: '', search: '', kind: '', timing: '', signatureId: '', memberId: '', from: '', to: '', order: '' }
type Values = typeof noFilter

const maxDays = 90

export function useBroadcastFilters(): Filter[] {
  const choices = useCall(broadcastCalls.choices, {}, { staleTimeMs: 60_000 }).data
  return [
    { kind: 'search', name: 'search', label: '任务名称或内容' },
    { kind: 'days', from: 'from', to: 'to', label: '提交时间：不限', maxDays },
    { kind: 'select', name: 'kind', label: '类型', options: optionsOf(broadcastKindNames) },
    { kind: 'select', name: 'timing', label: '发送方式', options: optionsOf(broadcastTimingNames) },
    {
      kind: 'select',
      name: 'signatureId',
      label: '签名',
      options: (choices?.signatures ?? []).map(({ signatureId, text }) => ({ value: signatureId, label: `【${text}】` })),
    },
    {
      kind: 'select',
      name: 'memberId',
      label: '提交人',
      options: (choices?.members ?? []).map(({ memberId, name }) => ({ value: memberId, label: name })),
    },
  ]
}

/** The filter for the call. Values of the address are passed unchanged: the server refuses unknown ones. */
export function filterOf({ from, to, order, ...values }: Values) {
  const set = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  return { ...set, ...(order === 'recipients' ? { order } : {}), ...(from && to ? momentsOf({ from, to }) : {}) } as Omit<
    CallInputWire<typeof broadcastCalls.list>,
    'part'
  >
}
