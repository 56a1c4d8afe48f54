import { packageDetail } from '#console/shared/purchase/package-columns.tsx'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import type { LinkPackageRow } from './link-package.ts'
import { UseChart } from './UseChart.tsx'

/** One link package: remaining units, origin, and daily use. */
export function PackageDetail({ row, onClose }: { row: LinkPackageRow; onClose: () => void }) {
  return (
    <DetailDrawer onClose={onClose} title={row.name}>
      <Facts facts={packageDetail(row, '次', [])} />
      <Section title="近30天用量">
        <UseChart grantId={row.grantId} title={`${row.name}近30天用量`} />
      </Section>
    </DetailDrawer>
  )
}
