import type { z } from 'zod'
import type { CallAnswerWire } from '#contract/call.ts'
import type { senderRegistrationFileRoute } from '#contract/sender-registration/admin-sender-registration.ts'
import { adminSenderRegistrationCalls } from '#contract/sender-registration/admin-sender-registration.ts'
import type { Carrier } from '#values/phone.ts'

export type SenderRegistrationRow = CallAnswerWire<typeof adminSenderRegistrationCalls.list>['rows'][number]
export type ReadFile = z.input<typeof senderRegistrationFileRoute.answer>
export interface AskedSenderRegistration {
  row: SenderRegistrationRow
  /** The carrier to edit; the others are beside it. */
  carrier?: Carrier
}

/** Answers that a changed registration outdates. */
export const senderRegistrationAnswers = [adminSenderRegistrationCalls.list]
