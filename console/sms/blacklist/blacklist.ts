import { type BlacklistSource, blacklistCalls, isOwnRefusal } from '#contract/blacklist/blacklist.ts'
import type { CallAnswerWire, CallInputWire } from '#contract/call.ts'
import type { Tone } from '#ui/display/StateTag.tsx'

export type BlacklistRow = CallAnswerWire<typeof blacklistCalls.list>['rows'][number]
export type AddResult = CallAnswerWire<typeof blacklistCalls.add>
export type BlacklistFilter = Omit<CallInputWire<typeof blacklistCalls.list>, 'cursor' | 'pageSize'>

export const blacklistAnswers = [blacklistCalls.list, blacklistCalls.figures, blacklistCalls.count, blacklistCalls.check]

/** Numbers that opted out by themselves look different from those that the account added. */
export const sourceTones: Record<BlacklistSource, Tone> = {
  manual: 'ended',
  import: 'ended',
  reply: 'waiting',
  opt_out_page: 'waiting',
  complaint: 'bad',
}

/** Why a row can't be removed at all, or null. */
export const keptBecause = (row: BlacklistRow) => (row.source === 'complaint' ? '因投诉加入，不能移除' : null)

/** The ticked rows, or all that match a filter. */
export type RemovalTarget = { rows: BlacklistRow[] } | { filter: Omit<BlacklistFilter, 'state'>; counts: BlacklistCounts }
type BlacklistCounts = CallAnswerWire<typeof blacklistCalls.count>

export const countsOf = (target: RemovalTarget): BlacklistCounts =>
  'counts' in target
    ? target.counts
    : {
        count: target.rows.length,
        ownCount: target.rows.filter(row => isOwnRefusal(row.source)).length,
        complaintCount: target.rows.filter(row => row.source === 'complaint').length,
      }

export const levelText = (row: BlacklistRow) => (row.level === 'account' ? '全部' : `【${row.signatureText ?? '已删除的签名'}】`)
