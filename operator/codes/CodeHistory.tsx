import { DetailDrawer } from '#console/ui/DetailDrawer.tsx'
import { operatorCodeCalls } from '#contract/operator-code.ts'
import { History } from '../ui/History.tsx'

/** Who explained which code, and why. */
export function CodeHistory({ onClose }: { onClose: () => void }) {
  return (
    <DetailDrawer isOpen onClose={onClose} title="状态码的修改记录">
      <History call={operatorCodeCalls.history} namesObject />
    </DetailDrawer>
  )
}
