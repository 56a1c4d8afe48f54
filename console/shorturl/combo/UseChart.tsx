import { linkPackageCalls } from '#contract/links/link-package.ts'
import { Chart, ChartSpace } from '#ui/Chart.tsx'
import { useCall } from '#ui/call.ts'
import { FormRefusal } from '#ui/FormRefusal.tsx'

const heightPx = 220

/** Units used on each of the last 30 days: of one package, or of all. */
export function UseChart({ grantId, title }: { grantId?: string; title: string }) {
  const { data, error } = useCall(linkPackageCalls.use, grantId ? { grantId } : {})
  if (!data) return error ? <FormRefusal error={error} /> : <ChartSpace heightPx={heightPx} />
  const { days } = data
  const over = days.map(day => day.overCount)
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
      emptyText="近30天没有用量"
    />
  )
}
