import { History } from '#admin/ui/History.tsx'
import { adminSegmentCalls } from '#contract/messages/admin-segment.ts'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'

/** Change history of segments and ported numbers, with reasons. */
export function SegmentHistory({ onClose }: { onClose: () => void }) {
  return (
    <DetailDrawer onClose={onClose} title="号段与携号转网的修改记录">
      <History call={adminSegmentCalls.history} namesObject />
    </DetailDrawer>
  )
}
