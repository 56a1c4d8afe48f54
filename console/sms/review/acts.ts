import type { Call } from '#contract/call.ts'
import { type ReviewState, type SignatureAct, signatureCan, type TemplateAct, templateCan } from '#contract/content/review-state.ts'
import { limits } from '#values/limits.ts'

export type Act = SignatureAct | TemplateAct

/** An act that the member may do now, and its handler. */
export interface OpenAct {
  act: Act
  onClick: () => void
  /** Why not yet. */
  refusedBecause?: string | null
}

/** Acts of a row that need confirmation. */
const askedActs = ['submit', 'withdraw', 'disable', 'enable', 'delete'] as const satisfies readonly SignatureAct[]
export type AskedAct = (typeof askedActs)[number]
export const isAsked = (act: Act): act is AskedAct => askedActs.some(one => one === act)

const names: Record<Act, { name: string }> = { ...signatureCan, ...templateCan }
export const actName = (act: Act) => names[act].name
export const isDangerous = (act: Act) => act === 'delete' || act === 'disable'

/** The common fields of signatures and templates in their lists. */
export interface Reviewed {
  state: ReviewState
  reason: string | null
  submittedAt: string | null
  expeditedAt: string | null
}

/** The differences between signatures and templates on shared screens. */
export interface ReviewedNoun<Row extends Reviewed> {
  name: '签名' | '模板'
  titleOf: (row: Row) => string
  /** Identifies the row in a call, and in the address. */
  target: (row: Row) => Record<string, string>
  keyOf: (row: Row) => string
  calls: Record<AskedAct | 'expedite', Call>
  /** Answers that an act outdates. */
  answers: readonly Call[]
  may: (act: Act, state: ReviewState) => boolean
  consequences: Record<AskedAct, string>
}

const minuteMs = 60_000

/** Why the review can't be expedited yet; null when it can. */
export function expediteProblem({ submittedAt, expeditedAt }: Reviewed, now: number): string | null {
  const left = (since: string, minutes: number) => Math.ceil((Date.parse(since) + minutes * minuteMs - now) / minuteMs)
  const first = submittedAt ? left(submittedAt, limits.expediteAfterMinutes) : 0
  if (first > 0) return `提交满${limits.expediteAfterMinutes}分钟后可以催审，还有${first}分钟`
  const next = expeditedAt ? left(expeditedAt, limits.expediteEveryMinutes) : 0
  return next > 0 ? `已催审，${next}分钟后可以再催` : null
}
