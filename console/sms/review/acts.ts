import type { Call } from '#contract/call.ts'
import { type ReviewState, type SignatureAct, signatureCan, type TemplateAct, templateCan } from '#contract/content/review-state.ts'
import { limits } from '#values/limits.ts'

export type Act = SignatureAct | TemplateAct

/** An act that the member may do now, and what begins it. */
export interface OpenAct {
  act: Act
  onClick: () => void
  /** Why not yet. */
  refusedBecause?: string | null
}

/** The acts of a row that ask first. */
const askedActs = ['submit', 'withdraw', 'disable', 'enable', 'delete'] as const satisfies readonly SignatureAct[]
export type AskedAct = (typeof askedActs)[number]
export const isAsked = (act: Act): act is AskedAct => (askedActs as readonly Act[]).includes(act)

const names: Record<Act, { name: string }> = { ...signatureCan, ...templateCan }
export const actName = (act: Act) => names[act].name
export const isDangerous = (act: Act) => act === 'delete' || act === 'disable'

/** A signature or template as both lists have it. */
export interface Reviewed {
  state: ReviewState
  reason: string | null
  submittedAt: string | null
  urgedAt: string | null
}

/** What tells signatures and templates apart on screens that they share. */
export interface ReviewedNoun<Row extends Reviewed> {
  name: '签名' | '模板'
  titleOf: (row: Row) => string
  /** Names the row in a call, and in the address. */
  target: (row: Row) => Record<string, string>
  keyOf: (row: Row) => string
  calls: Record<AskedAct | 'expedite', Call>
  /** Answers that an act changes. */
  answers: readonly Call[]
  may: (act: Act, state: ReviewState) => boolean
  consequences: Record<AskedAct, string>
}

const minuteMs = 60_000

/** Why staff can't be asked to hurry yet; null when they can. */
export function expediteProblem({ submittedAt, urgedAt }: Reviewed, now: number): string | null {
  const left = (since: string, minutes: number) => Math.ceil((Date.parse(since) + minutes * minuteMs - now) / minuteMs)
  const first = submittedAt ? left(submittedAt, limits.expediteAfterMinutes) : 0
  if (first > 0) return `提交满${limits.expediteAfterMinutes}分钟后可以催审，还有${first}分钟`
  const next = urgedAt ? left(urgedAt, limits.expediteEveryMinutes) : 0
  return next > 0 ? `已催审，${next}分钟后可以再催` : null
}
