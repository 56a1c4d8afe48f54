import { useReachable } from '#console/shared/PageLink.tsx'
import { packageDetail } from '#console/shared/purchase/package-columns.tsx'
import { packageCalls, packageKinds } from '#contract/orders/package.ts'
import { terms } from '#contract/terms.ts'
import { useCall } from '#ui/call.ts'
import { Chart } from '#ui/chart/Chart.tsx'
import { Segments } from '#ui/display/Count.tsx'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { saleUses } from '#ui/labels/orders.ts'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import { itemOrThrow } from '#values/or-throw.ts'
import { pathTo } from '../../paths.ts'
import type { PackageRow } from './package.ts'

/** One package: remaining segments, origin, and daily use. */
export function PackageDetail({ row, onClose }: { row: PackageRow; onClose: () => void }) {
  const { grantId } = row
  const query = useCall(packageCalls.use, { grantId })
  const isReachable = useReachable()
  return (
    <DetailDrawer onClose={onClose} title={row.name} query={query}>
      {({ days }) => (
        <>
          <Facts
            facts={packageDetail(row, '条', [
              fact('类型', `${packageKinds[row.kind]}（${saleUses[row.kind]}）`),
              fact(terms.held, <Segments count={row.heldCount} />),
            ])}
          />
          <Section title="近30天用量">
            <Chart
              title={`${row.name}近30天用量`}
              kind="bar"
              labels={days.map(({ day }) => day.slice(5))}
              series={[{ name: terms.usage, colour: 0, values: days.map(day => day.segmentCount) }]}
              unit="条"
              heightPx={220}
              linkOf={step => {
                const { day } = itemOrThrow(days, step)
                return isReachable('/system/finance/consume')
                  ? pathTo('/system/finance/consume', { from: day, to: day, grant: grantId })
                  : undefined
              }}
              emptyText="近30天没有用过这个套餐"
            />
          </Section>
        </>
      )}
    </DetailDrawer>
  )
}
