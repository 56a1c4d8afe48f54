import { linkStates } from '#contract/links/link-state.ts'
import { tagged } from '#ui/display/StateTag.tsx'

export const linkStateTags = tagged(linkStates, {
  reviewing: 'waiting',
  active: 'good',
  scheduled: 'waiting',
  disabled: 'ended',
  rejected: 'bad',
  blocked: 'bad',
  expired: 'ended',
})
