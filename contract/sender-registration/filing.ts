import { type Operator, operators } from '#values/phone.ts'

/**
 * States of a signature's registration with a carrier (报备). Carriers intercept messages with an unregistered signature.
 */
export const filingStateNames = {
  none: { name: '未报备', tone: 'ended' },
  pending: { name: '报备中', tone: 'waiting' },
  filed: { name: '报备成功', tone: 'good' },
  failed: { name: '报备失败', tone: 'bad' },
} as const
export type FilingState = keyof typeof filingStateNames
export type FilingStates = Record<Operator, FilingState>

/** Summaries of a signature's four states. */
export const filingSummaries = {
  usable: { name: '可用', tone: 'good' },
  partial: { name: '部分运营商可用', tone: 'waiting' },
  pending: { name: '报备中', tone: 'waiting' },
  failed: { name: '报备失败', tone: 'bad' },
  none: { name: '未报备', tone: 'ended' },
} as const
export type FilingSummary = keyof typeof filingSummaries

/** Usable when every carrier has registered it, partly usable when some have; else what it waits for. */
export function summarizeFiling(states: FilingStates): FilingSummary {
  const all = operators.map(operator => states[operator])
  if (all.every(state => state === 'filed')) return 'usable'
  if (all.includes('filed')) return 'partial'
  if (all.includes('pending')) return 'pending'
  return all.includes('failed') ? 'failed' : 'none'
}

/** Short names, where four carriers stand side by side. */
export const operatorShortNames: Record<Operator, string> = { mobile: '移动', unicom: '联通', telecom: '电信', broadnet: '广电' }

/** Working days that carriers usually take. */
export const filingWorkingDays = '5-10个工作日'
