import { useCallback, useEffect, useState } from 'react'
import { onSessionEnd } from '#ui/call.ts'
import { useIntervalWhile } from '#ui/interval.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'

interface SessionEndedDialogProps {
  /** Why it may have ended. */
  cause: string
  /** The person whose page this is. */
  personId: string
  /** Returns who is signed in now; rejects while nobody is. */
  askPersonId: () => Promise<string>
  /** Reloads the data of the page. */
  onBack: () => Promise<void>
  signInPath: (next: string) => string
}

/**
 * Dialog for an expired session: the page keeps its input; the user signs in in a new tab and continues here. It closes
 * by itself once the same person is back; another person's sign-in reloads the page.
 */
export function SessionEndedDialog({ cause, personId, askPersonId, onBack, signInPath }: SessionEndedDialogProps) {
  const [isEnded, setEnded] = useState(false)
  useEffect(() => onSessionEnd(() => setEnded(true)), [])
  const check = useCallback(async () => {
    const back = await askPersonId().catch(() => null)
    if (back === null) return
    if (back !== personId) return location.reload()
    setEnded(false)
    await onBack()
  }, [personId, askPersonId, onBack])
  useIntervalWhile(isEnded, check, 3000)
  return (
    <Dialog
      open={isEnded}
      title="登录已过期"
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      okText="去登录（新标签页）"
      cancelText="已登录，继续"
      onOk={() => void window.open(signInPath(location.pathname + location.search), '_blank', 'noopener')}
      onCancel={() => void check()}
    >
      可能是{cause}。请在新标签页登录后回到这里，页面上已填写的内容都还在。
    </Dialog>
  )
}
