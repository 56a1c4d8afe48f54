import { z } from 'zod'
import type { ShownLinkState } from '#contract/links/link-state.ts'
import { refuse } from '#contract/refusals.ts'
import { requireCapability } from '#domain/identity/index.ts'
import { createLinks, newestLinkTo, ownLinkAt, presentLinks, runLinkBulkAction } from '#domain/links/index.ts'
import { shortAddress } from '#domain/visits/index.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { vendorAction } from '../vendor-action.ts'

const dayMs = 86_400_000
/** States of a link in Alibaba's words: its documentation of QueryShortUrl lists these four. */
const statuses: Record<ShownLinkState, 'effective' | 'expired' | 'audit' | 'reject'> = {
  active: 'effective',
  scheduled: 'effective',
  reviewing: 'audit',
  rejected: 'reject',
  disabled: 'expired',
  blocked: 'expired',
  expired: 'expired',
}

export const linkActions = {
  AddShortUrl: vendorAction(
    'link',
    {
      SourceUrl: z.string(),
      ShortUrlName: z.string().max(100, '最多100个字符').optional(),
      EffectiveDays: z.coerce.number('须为整数').int('须为整数').min(1, '须大于0').max(365, '最大365'),
    },
    async ({ act, caller: { account }, shortLinkUrl }, { SourceUrl, ShortUrlName: title = '', EffectiveDays }) => {
      const made = await act(async (tx, { memberId, now }) => {
        await requireCapability(tx, account, 'link.create', now)
        const endsAt = new Date(now.getTime() + EffectiveDays * dayMs)
        const link = firstOrThrow(
          await createLinks(tx, account, [{ target: SourceUrl, title, endsAt }], {
            now,
            memberId,
            source: 'api',
            shortLinkUrl,
          }),
        )
        return { shortUrl: shortAddress(shortLinkUrl, link.domain, link.code), endsAt: formatChinaTime(endsAt) }
      })
      return { Data: { ShortUrl: made.shortUrl, SourceUrl, ExpireDate: made.endsAt } }
    },
  ),
  QueryShortUrl: vendorAction('link', { ShortUrl: z.string() }, async ({ read, caller: { account }, now, shortLinkUrl }, { ShortUrl }) => {
    const [link] = await read(async tx => {
      const linkId = await ownLinkAt(tx, account, ShortUrl, shortLinkUrl)
      return linkId === null ? [] : presentLinks(tx, account, [linkId], { now, shortLinkUrl })
    })
    if (!link) refuse('not_found')
    return {
      Data: {
        ShortUrl: link.shortUrl,
        ShortUrlName: link.title,
        ShortUrlStatus: statuses[link.state],
        SourceUrl: link.target,
        CreateDate: formatChinaTime(link.createdAt),
        ...(link.endsAt ? { ExpireDate: formatChinaTime(link.endsAt) } : {}),
        PageViewCount: String(link.pvTotal),
        UniqueVisitorCount: String(link.uvTotal),
      },
    }
  }),
  // Identified by its target address, as in Alibaba's API.
  DeleteShortUrl: vendorAction('link', { SourceUrl: z.string() }, async ({ act, caller: { account }, shortLinkUrl }, { SourceUrl }) => {
    await act(async (tx, by) => {
      const linkId = (await newestLinkTo(tx, account, SourceUrl)) ?? refuse('not_found')
      return runLinkBulkAction(tx, account, [linkId], { kind: 'delete' }, { ...by, shortLinkUrl })
    })
    return {}
  }),
}
