import type { StatisticsFilter } from '#contract/messages/statistics.ts'
import type { Executor } from '#db/connect.ts'
import { explainCodes } from '#domain/numbering/index.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { readReasons } from './read.ts'

/** Cause of failed delivery: what can be done, and its codes with their meanings. */
export interface FailureCause {
  cause: string
  advice: string
  messageCount: number
  codes: { code: string; meaning: string; messageCount: number }[]
}

const unexplained = { meaning: '没有给出原因', cause: '其他', advice: '' }

/** Causes of messages that failed, stayed unknown or were refused; most frequent first, and so the codes of each. */
export async function failureCauses(executor: Executor, account: AccountId, filter: StatisticsFilter): Promise<FailureCause[]> {
  const reasons = await readReasons(executor, account, filter)
  const explained = await explainCodes(
    executor,
    reasons.map(({ reason }) => reason),
  )
  const known = reasons.map(({ reason, messageCount }) => ({ code: reason, messageCount, ...(explained.get(reason) ?? unexplained) }))
  return [...Map.groupBy(known, one => one.cause)]
    .map(([cause, codes]) => ({
      cause,
      advice: firstOrThrow(codes).advice,
      messageCount: codes.reduce((sum, one) => sum + one.messageCount, 0),
      codes: codes.map(({ code, meaning, messageCount }) => ({ code, meaning, messageCount })),
    }))
    .sort((a, b) => b.messageCount - a.messageCount)
}
