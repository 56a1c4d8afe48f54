import { type MainlandCarrier, mainlandCarriers } from '#values/phone.ts'

/**
 * States of a signature's registration with a carrier (报备). Carriers intercept messages with an unregistered signature.
 */
export const senderRegistrationStateNames = { none: '未报备', pending: '报备中', filed: '报备成功', failed: '报备失败' } as const
export type SenderRegistrationState = keyof typeof senderRegistrationStateNames
export type SenderRegistrationStates = Record<MainlandCarrier, SenderRegistrationState>

/** Summaries of a signature's four states. */
const senderRegistrationSummaries = ['usable', 'partial', 'pending', 'failed', 'none'] as const
export type SenderRegistrationSummary = (typeof senderRegistrationSummaries)[number]

/** Usable when every carrier has registered it, partly usable when some have; else what it waits for. */
export function summarizeSenderRegistration(states: SenderRegistrationStates): SenderRegistrationSummary {
  const all = mainlandCarriers.map(carrier => states[carrier])
  if (all.every(state => state === 'filed')) return 'usable'
  if (all.includes('filed')) return 'partial'
  if (all.includes('pending')) return 'pending'
  return all.includes('failed') ? 'failed' : 'none'
}

/** Working days that carriers usually take. */
export const senderRegistrationWorkingDays = '5-10个工作日'
