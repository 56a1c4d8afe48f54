import { DetailDrawer } from '#console/ui/DetailDrawer.tsx'
import { operatorPackageCalls } from '#contract/operator-package.ts'
import { History } from '../ui/History.tsx'
import type { Package } from './package.ts'

/** Who changed a package, and why. */
export function PackageHistory({ row, onClose }: { row: Package; onClose: () => void }) {
  return (
    <DetailDrawer isOpen onClose={onClose} title={`“${row.name}”的修改记录`}>
      <History call={operatorPackageCalls.history} object={row.packageId} />
    </DetailDrawer>
  )
}
