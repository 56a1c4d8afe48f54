import { Suspense } from 'react'
import type { VisitSplit } from '#contract/links/visit.ts'
import { Count } from '#ui/display/Count.tsx'
import { Panels } from '#ui/display/Panel.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { pathTo } from '../../paths.ts'
import { RankPanel } from './RankPanel.tsx'
import { type Ranks, useRanks } from './ranks.ts'
import type { Period, Subject, View, VisitsOf } from './view.ts'

const ArmPanel = lazyPart('ArmPanel', () => import('./ArmPanel.tsx'))

const places: VisitSplit[] = ['province', 'city', 'isp']
const terminals: VisitSplit[] = ['device', 'os', 'browser', 'inApp']
const origins: VisitSplit[] = ['referrer', 'language']

const chosenOf = (splits: readonly VisitSplit[], split: string) => splits.find(one => one === split) ?? firstOrThrow(splits)

interface BreakdownProps {
  period: Period
  visitsOf: VisitsOf
  /** On a page about one link. */
  link: Subject['link']
  view: View
  setView: (change: Partial<View>) => void
}

/** Rankings side by side: links or a link's targets where there are several, places, devices and referrers. */
export function Breakdown({ period, visitsOf, link, view, setView }: BreakdownProps) {
  const isOneLink = period.linkId !== undefined
  const arms = link && link.arms.length > 0 ? link : null
  const chosen = [chosenOf(places, view.place), chosenOf(terminals, view.terminal), chosenOf(origins, view.origin)]
  const ranks = useRanks(period, [...(arms ? ['arm' as const] : isOneLink ? [] : ['link' as const]), ...chosen])
  const rank = { ranks, visitsOf }
  const place = (
    <RankPanel
      {...rank}
      title="地区"
      note="按访问的IP判断，数据来自 ip2region 2.3；境外地址按国家或地区，内网地址算未知"
      splits={places}
      split={view.place}
      onSplit={chosen => setView({ place: chosen })}
    />
  )
  const terminal = (
    <RankPanel {...rank} title="终端" splits={terminals} split={view.terminal} onSplit={chosen => setView({ terminal: chosen })} />
  )
  const origin = <RankPanel {...rank} title="来源" splits={origins} split={view.origin} onSplit={chosen => setView({ origin: chosen })} />
  if (isOneLink && !arms)
    return (
      <Panels>
        {place}
        {terminal}
        {origin}
      </Panels>
    )
  return (
    <>
      <Panels>
        <Suspense>{arms ? <ArmPanel {...rank} link={arms} /> : <LinkRanks {...rank} period={period} />}</Suspense>
        {place}
      </Panels>
      <Panels>
        {terminal}
        {origin}
      </Panels>
    </>
  )
}

/** The subject's links, the most visited first; each leads to its own statistics for the same days. */
const LinkRanks = ({ period, ...rank }: Pick<BreakdownProps, 'period' | 'visitsOf'> & { ranks: Ranks }) => (
  <RankPanel
    {...rank}
    title="短链排行"
    splits={['link']}
    split="link"
    linkOf={row => pathTo('/shorturl/visitor', { link: row.key, from: period.from, to: period.to })}
    noteOf={row =>
      row.uv === null ? null : (
        <>
          访客 <Count count={row.uv} />
        </>
      )
    }
  />
)
