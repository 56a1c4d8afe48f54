import { History } from '#admin/ui/History.tsx'
import { adminCodeCalls } from '#contract/messages/admin-code.ts'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'

/** History of explanations: who, which code, and why. */
export function CodeHistory({ onClose }: { onClose: () => void }) {
  return (
    <DetailDrawer onClose={onClose} title="状态码的修改记录">
      <History call={adminCodeCalls.history} namesObject />
    </DetailDrawer>
  )
}
