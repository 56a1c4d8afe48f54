import type { Lack } from '#console/shared/top-up/cover.ts'
import type { SaleKind } from '#contract/orders/package.ts'
import type { Cost } from './CostStep.tsx'
import type { Template } from './texts.ts'

/** Kinds of packages that pay for a kind of messages, the specific one first. */
const payingKinds: Record<Template['kind'], readonly SaleKind[]> = {
  otp: ['industry', 'general'],
  transactional: ['industry', 'general'],
  marketing: ['marketing', 'general'],
}

/** Whether a recharge pays what is missing. */
export const isByMoney = ({ barrier }: Pick<Cost, 'barrier'>) => barrier === 'balance' || barrier === 'arrears'

/** What is missing for a broadcast, of money and packages; null: nothing. */
export function smsLack(cost: Cost, kind: Template['kind']): Lack | null {
  if (cost.missingSegments === 0) return null
  return {
    shortHao: isByMoney(cost) ? cost.shortHao : null,
    packages: { kinds: payingKinds[kind], count: cost.missingSegments, besidesHao: cost.amountHao },
  }
}

/** The link units that are missing for the numbers' own addresses; null: none. */
export function linkLack({ link, amountHao }: Cost): Lack | null {
  if (!link || link.unitCount <= link.freeUnits) return null
  return { shortHao: null, packages: { kinds: ['link'], count: link.unitCount - link.freeUnits, besidesHao: amountHao } }
}

/**
 * Money by which the cost is beyond what may pay it: the balance, or the cap and the packages where money doesn't help.
 */
export const lackHao = ({ barrier, shortHao, missingHao }: Pick<Cost, 'barrier' | 'shortHao' | 'missingHao'>): number =>
  isByMoney({ barrier }) ? shortHao : missingHao
