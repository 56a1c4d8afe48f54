import type { OpenCallInput } from '#contract/open/call.ts'
import { openLinkCalls } from '#contract/open/link.ts'
import { refuse } from '#contract/refusals.ts'
import { requireCapability } from '#domain/identity/index.ts'
import { createLinks, editLink, listLinks, presentLinks, runLinkBulkAction } from '#domain/links/index.ts'
import { listVisits, rangeOfDays, scopeOf, stepText, visitFigures, visitSeries } from '#domain/visit-statistics/index.ts'
import { shortAddress } from '#domain/visits/index.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { requireDays } from '../period.ts'
import { answering, type OpenContext } from '../serve.ts'

type NewLink = OpenCallInput<typeof openLinkCalls.create>

async function create({ tx, account, now, shortLinkUrl }: OpenContext, links: readonly NewLink[]) {
  await requireCapability(tx, account, 'link.create', now)
  const wanted = links.map(({ code, ...link }) => ({ ...link, ownCode: code }))
  const made = await createLinks(tx, account, wanted, { now, memberId: null, source: 'api', shortLinkUrl })
  return made.map(({ linkId, domain, code, target, state }) => ({
    linkId,
    target,
    state,
    shortUrl: shortAddress(shortLinkUrl, domain, code),
  }))
}

async function act({ tx, account, now, shortLinkUrl }: OpenContext, linkId: string, kind: 'disable' | 'enable') {
  const { changedCount } = await runLinkBulkAction(tx, account, [linkId], { kind }, { memberId: null, now, shortLinkUrl })
  return { isChanged: changedCount > 0 }
}

async function requireLink({ tx, account, now, shortLinkUrl }: OpenContext, linkId: string) {
  const [link] = await presentLinks(tx, account, [linkId], { now, shortLinkUrl })
  return link ?? refuse('not_found')
}

export const linkHandlers = [
  answering(openLinkCalls.create, async (context, input) => ({ link: firstOrThrow(await create(context, [input])) })),
  answering(openLinkCalls.createMany, async (context, { links }) => ({ links: await create(context, links) })),
  answering(openLinkCalls.list, ({ tx, account, now, shortLinkUrl }, { cursor, pageSize, to: until, ...filter }) =>
    listLinks(tx, account, { ...filter, until }, { cursor, pageSize, now, shortLinkUrl }),
  ),
  answering(openLinkCalls.one, async (context, { linkId }) => ({ link: await requireLink(context, linkId) })),
  answering(openLinkCalls.edit, async ({ tx, account, now, shortLinkUrl, actor }, input) =>
    editLink(tx, account, { ...input, memberId: await actor(), now, shortLinkUrl }),
  ),
  answering(openLinkCalls.disable, (context, { linkId }) => act(context, linkId, 'disable')),
  answering(openLinkCalls.enable, (context, { linkId }) => act(context, linkId, 'enable')),
  answering(openLinkCalls.statistics, async (context, { linkId, by, ...days }) => {
    requireDays(days, by === 'hour' ? limits.statisticsHourDays : limits.visitRangeDays)
    await requireLink(context, linkId)
    const { tx, account } = context
    const [scope, range] = [scopeOf({ linkId }), rangeOfDays(days)]
    const points = await visitSeries(tx, account, scope, { range, step: by })
    return {
      totals: await visitFigures(tx, account, scope, range),
      buckets: points.map(({ at, pv, uv, bots }) => ({ at: stepText(at, by), pv, uv, bots })),
    }
  }),
  answering(openLinkCalls.visits, async ({ tx, account }, { cursor, pageSize, ...filter }) => {
    requireDays(filter, limits.visitRangeDays)
    const { rows, nextCursor } = await listVisits(tx, account, filter, { cursor, pageSize })
    return { rows: rows.map(({ link, ...visit }) => ({ ...visit, linkId: link.linkId })), nextCursor }
  }),
]
