import { exportStates } from '#contract/export/export.ts'
import { tagged } from '#ui/display/StateTag.tsx'

export const exportStateTags = tagged(exportStates, {
  queued: 'waiting',
  writing: 'progress',
  done: 'good',
  failed: 'bad',
  canceled: 'ended',
  expired: 'ended',
})
