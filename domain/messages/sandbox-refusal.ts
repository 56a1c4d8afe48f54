import { sandboxRefusalOf } from '#contract/messages/sandbox.ts'
import { frequencyRefusal, Refusal } from '#contract/refusals.ts'
import type { Draft } from './send-draft.ts'

const refusals = {
  phone_blacklisted: (phone: string) => new Refusal('phone_blacklisted', { phone }),
  frequency_exceeded: (phone: string) => frequencyRefusal({ phone, minutes: 1, most: 1 }),
}

/**
 * Removes from a test app's requests the numbers that a real request would be refused; returns the requests that are
 * refused whole.
 */
export function refuseTried(drafts: readonly Draft[]): Map<Draft, Refusal> {
  const refused = new Map<Draft, Refusal>()
  for (const draft of drafts)
    draft.recipients = draft.recipients.filter(({ phone, place, text }) => {
      const code = sandboxRefusalOf(phone)
      if (code === 'balance_insufficient') refused.set(draft, new Refusal(code, { missing: `${text.segments}条` }))
      else if (code) draft.outcomes[place] = { phone, refusal: refusals[code](phone) }
      return code === null
    })
  return refused
}
