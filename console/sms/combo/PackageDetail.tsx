import { packageCalls, packageKinds, packageStates, packageUses } from '#contract/package.ts'
import { useCall } from '../../call.ts'
import { Chart } from '../../ui/Chart.tsx'
import { CopyableId } from '../../ui/CopyButton.tsx'
import { Segments } from '../../ui/Count.tsx'
import { DetailDrawer, Facts, Section } from '../../ui/DetailDrawer.tsx'
import { fact } from '../../ui/fact.ts'
import { Moment } from '../../ui/Moment.tsx'
import { Money } from '../../ui/Money.tsx'
import { StateTag } from '../../ui/StateTag.tsx'
import type { PackageRow } from './package.ts'

/** One package: what is left of it, where it came from, and what it paid for on each day. */
export function PackageDetail({ row, onClose }: { row: PackageRow; onClose: () => void }) {
  const query = useCall(packageCalls.use, { grantId: row.grantId })
  return (
    <DetailDrawer isOpen onClose={onClose} title={row.name} query={query}>
      {({ days }) => (
        <>
          <Facts
            facts={[
              fact('状态', <StateTag tone={packageStates[row.state].tone}>{packageStates[row.state].name}</StateTag>),
              fact('类型', `${packageKinds[row.kind]}（${packageUses[row.kind]}）`),
              fact('剩余', <Segments count={row.availableCount} />),
              fact('预扣中', <Segments count={row.heldCount} />),
              fact('已用', <Segments count={row.spentCount} />),
              fact('总量', <Segments count={row.segmentCount} />),
              fact('生效', <Moment at={row.startsAt} />),
              fact('到期', <Moment at={row.expiresAt} />),
              fact('来源', row.order ? `购买 ×${row.order.quantity}` : '赠送'),
              fact('金额', row.order ? <Money hao={row.order.amountHao} /> : null),
              fact('订单号', row.order ? <CopyableId id={row.order.orderId} /> : null),
            ]}
          />
          <Section title="近30天用量">
            <Chart
              title={`${row.name}近30天用量`}
              kind="bar"
              labels={days.map(({ day }) => day.slice(5))}
              series={[{ name: '用量', colour: 0, values: days.map(day => day.segmentCount) }]}
              unit="条"
              heightPx={220}
              emptyText="近30天没有用过这个套餐"
            />
          </Section>
        </>
      )}
    </DetailDrawer>
  )
}
