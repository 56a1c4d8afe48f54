import { type Carrier, carriers } from '#values/phone.ts'

/**
 * States of a signature's registration with a carrier (报备). Carriers intercept messages with an unregistered signature.
 */
export const senderRegistrationStateNames = {
  none: { name: '未报备', tone: 'ended' },
  pending: { name: '报备中', tone: 'waiting' },
  filed: { name: '报备成功', tone: 'good' },
  failed: { name: '报备失败', tone: 'bad' },
} as const
export type SenderRegistrationState = keyof typeof senderRegistrationStateNames
export type SenderRegistrationStates = Record<Carrier, SenderRegistrationState>

/** Summaries of a signature's four states. */
export const senderRegistrationSummaries = {
  usable: { name: '可用', tone: 'good' },
  partial: { name: '部分运营商可用', tone: 'waiting' },
  pending: { name: '报备中', tone: 'waiting' },
  failed: { name: '报备失败', tone: 'bad' },
  none: { name: '未报备', tone: 'ended' },
} as const
export type SenderRegistrationSummary = keyof typeof senderRegistrationSummaries

/** Usable when every carrier has registered it, partly usable when some have; else what it waits for. */
export function summarizeSenderRegistration(states: SenderRegistrationStates): SenderRegistrationSummary {
  const all = carriers.map(carrier => states[carrier])
  if (all.every(state => state === 'filed')) return 'usable'
  if (all.includes('filed')) return 'partial'
  if (all.includes('pending')) return 'pending'
  return all.includes('failed') ? 'failed' : 'none'
}

/** Short names, where four carriers stand side by side. */
export const carrierShortNames: Record<Carrier, string> = { mobile: '移动', unicom: '联通', telecom: '电信', broadnet: '广电' }

/** Working days that carriers usually take. */
export const senderRegistrationWorkingDays = '5-10个工作日'
