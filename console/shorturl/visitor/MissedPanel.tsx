import { visitCalls } from '#contract/visit.ts'
import { visitWords } from '#contract/visit-words.ts'
import { useCall } from '../../call.ts'
import { Panels } from '../../ui/Panel.tsx'
import { RankPanel } from './RankPanel.tsx'
import type { Period } from './view.ts'

/** Why visitors saw a page instead of the target; nothing where nobody did. */
export function MissedPanel({ period, refreshMs }: { period: Period; refreshMs: number }) {
  const { data } = useCall(visitCalls.ranks, { ...period, split: 'missed' }, { refetchInterval: refreshMs })
  if (!data || data.rows.length === 0) return null
  return (
    <Panels layout="one">
      <RankPanel
        title={visitWords.missed.name}
        note="打开后看到的是提示页，不计入访问次数，也不扣短链套餐"
        period={period}
        splits={['missed']}
        split="missed"
        refreshMs={refreshMs}
      />
    </Panels>
  )
}
