import { Modal } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import { onSessionEnd } from '#console/call.ts'
import { useIntervalWhile } from '#console/ui/interval.ts'
import { signInPath } from '../paths.ts'
import { askMe, type Me, queryClient } from '../session.ts'

/** Told when a session has ended: the page with all that is typed stays; the person signs in in a new tab and goes on here. */
export function SessionEnded({ me }: { me: Me }) {
  const [isEnded, setEnded] = useState(false)
  useEffect(() => onSessionEnd(() => setEnded(true)), [])
  const look = useCallback(async () => {
    const back = await askMe().catch(() => null)
    if (back === null) return
    if (back.staff.staffId !== me.staff.staffId) return location.reload()
    setEnded(false)
    await queryClient.invalidateQueries()
  }, [me.staff.staffId])
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
      onOk={() => void window.open(signInPath(location.pathname + location.search), '_blank', 'noopener')}
      onCancel={() => void look()}
    >
      可能是长时间没有操作，或在别处退出。请在新标签页登录后回到这里，页面上已填写的内容都还在。
    </Modal>
  )
}
