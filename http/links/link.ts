import { linkCalls } from '#contract/links/link.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount } from '#db/connect.ts'
import { createLinks, editLink, followTarget, inspectTarget, judgeRedirects, linkChoices, readLink } from '#domain/links/index.ts'
import { countUp } from '#domain/platform/index.ts'
import { ownCodeProblem, ownCodeProblemNames, shortAddress, unitsOf } from '#domain/visits/index.ts'
import { handle } from '#http/server/serve.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const followLimit = { windowMs: 60_000, most: limits.linkFollowsPerMinute }

/** `shortLinkUrl`: base of the platform's own short links. */
export const linkHandlers = (shortLinkUrl: string) => [
  handle(linkCalls.create, async ({ tx, account, member, now }, input) => {
    const link = firstOrThrow(
      await createLinks(tx, account, [input], { now: now(), memberId: member.memberId, source: 'console', shortLinkUrl }),
    )
    const { linkId, domain, code, state, target } = link
    return { linkId, shortUrl: shortAddress(shortLinkUrl, domain, code), state, target }
  }),
  handle(linkCalls.edit, ({ tx, account, member, now }, input) =>
    editLink(tx, account, { ...input, memberId: member.memberId, now: now(), shortLinkUrl }),
  ),
  handle(linkCalls.one, async ({ tx, account }, { linkId }) => {
    const link = await readLink(tx, account, linkId)
    return { ...link, shortUrl: shortAddress(shortLinkUrl, link.domain, link.code) }
  }),
  handle(linkCalls.choices, async ({ tx, account, now }) => {
    const { total, used } = await unitsOf(tx, account, now())
    return { ...(await linkChoices(tx, account)), shortLinkUrl, units: { left: total - used } }
  }),
  handle(linkCalls.checkCode, async ({ tx }, { domain, code }) => {
    const problem = await ownCodeProblem(tx, domain, code)
    return { problem: problem && ownCodeProblemNames[problem] }
  }),
  handle(linkCalls.checkTarget, ({ tx, account }, { target }) => inspectTarget(tx, account, { target, shortLinkUrl })),
  handle(linkCalls.followTarget, async ({ tx, account, now }, { target }) => {
    const waitMs = await countUp(tx, `link-follow:${account}`, followLimit, now())
    if (waitMs > 0) refuse('too_many_requests', { seconds: Math.ceil(waitMs / 1000) })
    const checked = await inspectTarget(tx, account, { target, shortLinkUrl })
    if (checked.problem) return { outcome: 'unchecked' as const, hops: [target], notes: [] }
    return async db => {
      const followed = await followTarget(target)
      if (followed.hops.length <= 1) return followed
      return asAccount(db, account, next => judgeRedirects(next, account, followed, shortLinkUrl))
    }
  }),
]
