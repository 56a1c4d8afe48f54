import { loginPath } from '#console/paths.ts'
import { askMe, type Me, queryClient } from '#console/session.ts'
import { SessionEndedDialog } from '#ui/frame/SessionEndedDialog.tsx'

const askMemberId = async () => (await askMe()).member.memberId
const askAnew = () => queryClient.invalidateQueries()

/** Shown when a member's session has ended. */
export const SessionEnded = ({ me }: { me: Me }) => (
  <SessionEndedDialog
    cause="长时间没有操作，或在别处退出、修改了密码"
    personId={me.member.memberId}
    askPersonId={askMemberId}
    onBack={askAnew}
    signInPath={loginPath}
  />
)
