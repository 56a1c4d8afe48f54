import { linkCalls } from '#contract/link.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount } from '#db/connect.ts'
import { countUp } from '#domain/account/rate-limit.ts'
import { shortAddress } from '#domain/shorturl/address.ts'
import { createLinks } from '#domain/shorturl/create.ts'
import { editLink } from '#domain/shorturl/edit.ts'
import { ownCodeProblem, ownCodeProblemNames } from '#domain/shorturl/own-code.ts'
import { linkChoices, readLink } from '#domain/shorturl/read.ts'
import { followTarget } from '#domain/shorturl/target-follow.ts'
import { judgeWay, lookAtTarget } from '#domain/shorturl/target-note.ts'
import { unitsOf } from '#domain/shorturl/units.ts'
import { limits } from '#values/limits.ts'
import { handle } from './serve.ts'

const followLimit = { windowMs: 60_000, most: limits.linkFollowsPerMinute }

/** `shortLinkUrl` is what the platform's own short links begin with. */
export const linkHandlers = (shortLinkUrl: string) => [
  handle(linkCalls.create, async ({ tx, account, member, now }, input) => {
    const [link] = await createLinks(tx, account, [input], { now: now(), memberId: member.memberId, source: 'console', shortLinkUrl })
    const { linkId, domain, code, state, target } = link!
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
    const { total, used, warning } = await unitsOf(tx, account, now())
    return { ...(await linkChoices(tx, account)), shortLinkUrl, units: { left: total - used, warning } }
  }),
  handle(linkCalls.checkCode, async ({ tx }, { domain, code }) => {
    const problem = await ownCodeProblem(tx, domain, code)
    return { problem: problem && ownCodeProblemNames[problem] }
  }),
  handle(linkCalls.checkTarget, ({ tx, account }, { target }) => lookAtTarget(tx, account, { target, shortLinkUrl })),
  handle(linkCalls.followTarget, async ({ tx, account, now }, { target }) => {
    const waitMs = await countUp(tx, `link-follow:${account}`, followLimit, now())
    if (waitMs > 0) refuse('too_many_requests', { seconds: Math.ceil(waitMs / 1000) })
    const looked = await lookAtTarget(tx, account, { target, shortLinkUrl })
    if (looked.problem) return { outcome: 'unchecked' as const, hops: [target], notes: [] }
    return async db => {
      const followed = await followTarget(target)
      if (followed.hops.length <= 1) return followed
      return asAccount(db, account, next => judgeWay(next, account, followed, shortLinkUrl))
    }
  }),
]
