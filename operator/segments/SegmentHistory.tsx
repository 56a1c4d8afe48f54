import { DetailDrawer } from '#console/ui/DetailDrawer.tsx'
import { operatorSegmentCalls } from '#contract/operator-segment.ts'
import { History } from '../ui/History.tsx'

/** Who changed segments and ported numbers, and why. */
export function SegmentHistory({ onClose }: { onClose: () => void }) {
  return (
    <DetailDrawer isOpen onClose={onClose} title="号段与携号转网的修改记录">
      <History call={operatorSegmentCalls.history} namesObject />
    </DetailDrawer>
  )
}
