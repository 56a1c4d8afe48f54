import { z } from 'zod'
import { blacklistRow } from '#contract/blacklist/blacklist.ts'
import { get, member } from '#contract/call.ts'
import { anyPhoneNumber, idOf, moment } from '#contract/scalars.ts'
import { senderRegistrationStateNames } from '#contract/sender-registration/sender-registration.ts'
import { keysOf } from '#values/keys.ts'
import { carriers } from '#values/phone.ts'
import { messageKind, messageState } from './delivery.ts'

const count = z.number().int()

export const diagnosisCalls = {
  diagnose: get('/api/messages/diagnosis', '单号诊断', member('message.read'), {
    /** By the number itself, or by a message sent to it. */
    input: z
      .object({ phone: anyPhoneNumber.optional(), messageId: idOf('message').optional() })
      .refine(({ phone, messageId }) => phone !== undefined || messageId !== undefined, { error: '请输入11位手机号', path: ['phone'] }),
    answer: z.object({
      /** Whole if it was asked by number; masked if by message. */
      phone: z.string(),
      /** Null: in no segment that takes messages. */
      carrier: z.enum(carriers).nullable(),
      province: z.string().nullable(),
      isPlatformBlocked: z.boolean(),
      /** A test number of the account, exempt from frequency limits. */
      isTestNumber: z.boolean(),
      /** Entries of the account's blacklist that apply to it. */
      entries: z.array(blacklistRow),
      lastRefusal: z.object({ text: z.string(), receivedAt: moment }).nullable(),
      /** By the unit of the limit: the signature for one-time codes, the template otherwise. */
      frequency: z.array(
        z.object({
          kind: messageKind,
          name: z.string(),
          windows: z.array(z.object({ windowMinutes: count, most: count, sentCount: count })),
        }),
      ),
      /** Approved signatures with their registration at the number's carrier. */
      senderRegistrations: z.array(z.object({ signatureText: z.string(), state: z.enum(keysOf(senderRegistrationStateNames)) })),
      /** When marketing may be sent to it; now, within its hours. */
      marketingFrom: moment,
      /** The person's consent in the phonebook; null: the number is not in it. */
      hasConsent: z.boolean().nullable(),
      /** Of thirty days. */
      recent: z.object({ messageCount: count, deliveredCount: count, failedCount: count, unknownCount: count, refusedCount: count }),
      /** The newest of them. */
      messages: z.array(
        z.object({
          messageId: idOf('message'),
          kind: messageKind,
          signatureText: z.string(),
          state: messageState,
          acceptedAt: moment,
          meaning: z.string().nullable(),
        }),
      ),
      /** Broadcasts of those days whose list had the number, which was excluded before sending. */
      leftOut: z.array(z.object({ broadcastId: idOf('broadcast'), name: z.string(), sentAt: moment, reason: z.string() })),
    }),
    refusals: ['not_found'],
  }),
}
