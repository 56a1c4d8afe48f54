import { Modal } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import { onSessionEnd } from '#console/call.ts'
import { loginPath } from '#console/paths.ts'
import { askMe, type Me, queryClient } from '#console/session.ts'
import { useIntervalWhile } from '#console/ui/interval.ts'

/**
 * Told when a session has ended: the page with all that is typed stays; the person signs in in a new tab and goes on here. The dialog closes by
 * itself once the same member is back; another member's sign-in starts the page anew.
 */
export function SessionEnded({ me }: { me: Me }) {
  const [isEnded, setEnded] = useState(false)
  useEffect(() => onSessionEnd(() => setEnded(true)), [])
  const look = useCallback(async () => {
    const back = await askMe().catch(() => null)
    if (back === null) return
    if (back.member.memberId !== me.member.memberId) return location.reload()
    setEnded(false)
    await queryClient.invalidateQueries()
  }, [me.member.memberId])
  useIntervalWhile(isEnded, look, 3000)
  return (
    <Modal
      open={isEnded}
      title="登录已过期"
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      okText="去登录（新标签页）"
      cancelText="已登录，继续"
      onOk={() => void window.open(loginPath(location.pathname + location.search), '_blank', 'noopener')}
      onCancel={() => void look()}
    >
      可能是长时间没有操作，或在别处退出、修改了密码。请在新标签页登录后回到这里，页面上已填写的内容都还在。
    </Modal>
  )
}
