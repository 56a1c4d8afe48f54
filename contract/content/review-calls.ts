import { z } from 'zod'
import { type Call, member, post } from '#contract/call.ts'
import type { Permission } from '#contract/identity/permission.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { moment, pageOf, pageSize } from '#contract/scalars.ts'
import { reversible } from '#contract/undo/undo.ts'
import { keysOf, tableOf } from '#values/keys.ts'
import { findings } from './finding-codec.ts'
import { reviewDecisions, reviewStates, shownStates, templateCan } from './review-state.ts'

export const reviewState = z.enum(keysOf(reviewStates))

/** Content of a submission. */
export const reviewedContent = z.object({ text: z.string(), name: z.string().optional(), kind: z.string(), remark: z.string() })

/** Every step of a signature or template, newest first. */
export const history = z.array(
  z.object({
    decision: z.enum(reviewDecisions),
    reason: z.string().nullable(),
    /** One of the usual reasons of contract/content/admin-review.ts. */
    reasonCode: z.string().nullable(),
    /** Null for steps other than a submission. */
    content: reviewedContent.nullable(),
    findings,
    at: moment,
    by: z.string(),
  }),
)

const stateCounts = z.object(tableOf(shownStates, () => z.number().int()))
/** A page of a list with the counts by state. */
export const reviewedPageOf = <Row extends z.ZodType>(row: Row) => pageOf(row).extend({ counts: stateCounts })
export const reviewedListInput = z.object({
  state: z.enum(shownStates).optional(),
  search: z.string().trim().max(50).optional(),
  cursor: z.uuid().optional(),
  pageSize,
})

/** Common fields of signatures and templates in a list. */
export const reviewedRow = {
  remark: z.string(),
  state: reviewState,
  /** The reason why staff rejected or disabled it. */
  reason: z.string().nullable(),
  createdAt: moment,
  submittedAt: moment.nullable(),
  reviewedAt: moment.nullable(),
  /** When it was expedited, while it waits. */
  expeditedAt: moment.nullable(),
  /** The last day on which it was used for sending; null: never. */
  lastUsedOn: z.string().nullable(),
}
/** Common fields of their detail. */
export const reviewedDetail = { history, /** What still uses it, as text. */ usedBy: z.array(z.string()) }

/** How to undo a deletion. */
const undoId = reversible.undoId.optional()

type Changed<One extends z.ZodRawShape> = z.ZodObject<One & { state: typeof reviewState; undoId: typeof undoId }>
interface ReviewActs<One extends z.ZodRawShape> {
  submit: ActCall<One>
  withdraw: ActCall<One>
  expedite: ActCall<One>
  disable: ActCall<One>
  enable: ActCall<One>
  delete: ActCall<One>
}
type ActCall<One extends z.ZodRawShape> = Call<z.ZodObject<One>, Changed<One>, { kind: 'member'; permission: Permission }>

/**
 * Acts that signatures and templates share, each a call of its own; `submitRefusals`: refusals of the check at
 * submission.
 */
export function reviewActs<One extends z.ZodRawShape>(
  path: '/api/signatures' | '/api/templates',
  noun: '签名' | '模板',
  permission: Permission,
  one: z.ZodObject<One>,
  submitRefusals: readonly RefusalCode[],
): ReviewActs<One> {
  const answer = one.extend({ state: reviewState, undoId }) as unknown as Changed<One>
  const act = (name: keyof ReviewActs<One>, refusals: readonly RefusalCode[]): ActCall<One> =>
    post(`${path}/${name}`, `${templateCan[name].name}${noun}`, member(permission) as { kind: 'member'; permission: Permission }, {
      input: one,
      answer,
      refusals: ['not_found', 'state_forbids', ...refusals],
    })
  return {
    submit: act('submit', submitRefusals),
    withdraw: act('withdraw', []),
    expedite: act('expedite', ['expedite_later', 'expedite_again_later']),
    disable: act('disable', ['in_use']),
    enable: act('enable', ['disabled_by_staff', 'signature_taken']),
    delete: act('delete', ['in_use']),
  }
}
