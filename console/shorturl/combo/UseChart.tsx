import { useReachable } from '#console/shared/PageLink.tsx'
import { linkPackageCalls } from '#contract/links/link-package.ts'
import { useCall } from '#ui/call.ts'
import { Chart, ChartSpace } from '#ui/chart/Chart.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { itemOrThrow } from '#values/or-throw.ts'
import { pathTo } from '../../paths.ts'

const heightPx = 220

/** Units used on each of the last 30 days: of one package, or of all. */
export function UseChart({ grantId, title }: { grantId?: string; title: string }) {
  const isReachable = useReachable()
  const { data, error } = useCall(linkPackageCalls.use, grantId ? { grantId } : {})
  if (!data) return error ? <FormRefusal error={error} /> : <ChartSpace heightPx={heightPx} />
  const { days } = data
  const over = days.map(day => day.overCount)
  // What one package alone paid is no list.
  const linkOf = (step: number, place: number | null) => {
    const { day } = itemOrThrow(days, step)
    if (place === 0) return isReachable('/shorturl/manage') ? pathTo('/shorturl/manage', { from: day, to: day }) : undefined
    return isReachable('/shorturl/visitor') ? pathTo('/shorturl/visitor', { from: day, to: day }) : undefined
  }
  return (
    <Chart
      title={title}
      kind="stack"
      labels={days.map(({ day }) => day.slice(5))}
      series={[
        { name: '创建短链', colour: 0, values: days.map(day => day.linkCount) },
        { name: '记录访问', colour: 1, values: days.map(day => day.visitCount) },
        ...(over.some(count => count > 0) ? [{ name: '超出套餐的访问', colour: 2, values: over }] : []),
      ]}
      unit="次"
      heightPx={heightPx}
      linkOf={grantId ? undefined : linkOf}
      emptyText="近30天没有用量"
    />
  )
}
