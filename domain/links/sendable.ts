import { type LinkProblem, linkProblemAdvice, linkProblemName } from '#contract/links/link-problem.ts'
import { shownLinkState } from '#contract/links/link-state.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import { shortAddress } from '#domain/visits/index.ts'
import type { AccountId } from '#values/id.ts'
import { recipientCodeLength } from './code.ts'

/** A placeholder for a recipient's code, of the same length so that segment counts are right. */
export const codeMask = '*'.repeat(recipientCodeLength)

/** A link's address with a placeholder for the recipient's code: `https://hy.example/********`. */
export const maskedAddress = (shortLinkUrl: string, domain: string) => shortAddress(shortLinkUrl, domain, codeMask)

/** A link as sending needs it; `problem`: why it is inactive now. */
export interface SendableLink {
  domain: string
  code: string
  target: string
  problem: LinkProblem | null
}

/** Whether messages may carry a link now. An unknown one counts as deleted. */
export async function readSendableLink(executor: Executor, account: AccountId, linkId: string, now: Date): Promise<SendableLink> {
  const row = await executor
    .selectFrom('link')
    .select(['domain', 'code', 'target', 'state', 'startsAt', 'endsAt', 'deletedAt'])
    .where('accountId', '=', account)
    .where('linkId', '=', linkId)
    .executeTakeFirst()
  if (!row || row.deletedAt) return { domain: '', code: '', target: '', problem: 'deleted' }
  const { state, startsAt, endsAt, domain, code, target } = row
  const shown = shownLinkState(state, { startsAt, endsAt }, now)
  // A scheduled link is allowed: it may have started when the message is read.
  return { domain, code, target, problem: shown === 'active' || shown === 'scheduled' ? null : shown }
}

/** Refuses `link_not_active` if a link is inactive. */
export async function requireSendableLink(executor: Executor, account: AccountId, linkId: string, now: Date): Promise<SendableLink> {
  const link = await readSendableLink(executor, account, linkId, now)
  if (link.problem) refuse('link_not_active', { state: linkProblemName(link.problem), advice: linkProblemAdvice(link.problem) })
  return link
}
