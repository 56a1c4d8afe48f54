import { billStates } from '#contract/billing/bill.ts'
import { lineStates } from '#contract/billing/charge-line.ts'
import { tagged } from '#ui/display/StateTag.tsx'

export const billStateTags = tagged(billStates, { open: 'progress', ended: 'waiting', closed: 'good' })

export const lineStateTags = tagged(lineStates, { settled: 'good', part: 'progress', returned: 'ended' })
