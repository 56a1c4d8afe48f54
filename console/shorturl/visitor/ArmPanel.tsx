import { Panel } from '#ui/display/Panel.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { FirstBars } from './FirstBars.tsx'
import type { Ranks } from './ranks.ts'
import style from './Visitor.module.css'
import type { Subject, VisitsOf } from './view.ts'

interface ArmPanelProps {
  link: NonNullable<Subject['link']>
  ranks: Ranks
  visitsOf: VisitsOf
}

/** How a link's A/B rules distributed visitors among its targets, including targets without visitors. */
export function ArmPanel({ link, ranks, visitsOf }: ArmPanelProps) {
  const [data, { error, retry }] = [ranks.of('arm'), ranks]
  const countOf = (key: string) => data?.rows.find(row => row.key === key)?.pv ?? 0
  const known = new Set(['', ...link.arms.map(({ arm }) => String(arm))])
  const bars = [
    ...link.arms.map(({ arm, target, rule, percent }) => ({
      key: String(arm),
      label: percent === 100 ? rule : `${rule} ${percent}%`,
      count: countOf(String(arm)),
      note: <Leads target={target} />,
    })),
    { key: '', label: '默认目标', count: countOf(''), note: <Leads target={link.target} /> },
    ...(data?.rows ?? []).filter(row => !known.has(row.key)).map(row => ({ key: row.key, label: row.name, count: row.pv })),
  ]
  return (
    <Panel title="分流" note="按分流规则的各个目标；不符合任何规则的访客去默认目标">
      {error && !data ? (
        <ErrorPanel error={error} onRetry={retry} title="分流没能加载" />
      ) : data ? (
        <FirstBars
          bars={bars.map(bar => ({ ...bar, to: visitsOf({ arm: bar.key || 'none' }) })).toSorted((one, other) => other.count - one.count)}
          rest={data.rest}
        />
      ) : (
        <div className={style.waitingBars} />
      )}
    </Panel>
  )
}

const Leads = ({ target }: { target: string }) => (
  <span className={style.leads} title={target}>
    {target}
  </span>
)
