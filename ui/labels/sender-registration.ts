import { senderRegistrationStateNames } from '#contract/sender-registration/sender-registration.ts'
import { tagged } from '#ui/display/StateTag.tsx'

export const senderRegistrationStateTags = tagged(senderRegistrationStateNames, {
  none: 'ended',
  pending: 'waiting',
  filed: 'good',
  failed: 'bad',
})
