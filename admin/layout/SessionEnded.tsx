import { signInPath } from '#admin/paths.ts'
import { askMe, type Me, queryClient } from '#admin/session.ts'
import { SessionEndedDialog } from '#ui/frame/SessionEndedDialog.tsx'

const askStaffId = async () => (await askMe()).staff.staffId
const askAnew = () => queryClient.invalidateQueries()

/** Shown when a staff session has ended. */
export const SessionEnded = ({ me }: { me: Me }) => (
  <SessionEndedDialog
    cause="长时间没有操作，或在别处退出"
    personId={me.staff.staffId}
    askPersonId={askStaffId}
    onBack={askAnew}
    signInPath={signInPath}
  />
)
