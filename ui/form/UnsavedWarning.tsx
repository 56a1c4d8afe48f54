import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Dialog } from '#ui/overlay/Dialog.tsx'

/**
 * Asks before unsaved input is lost: by a link inside the console, and by closing or reloading the tab. Render it
 * inside the form's page.
 */
export function UnsavedWarning({ isUnsaved, text = '离开后，已填写的内容不会保存。' }: { isUnsaved: boolean; text?: string }) {
  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isUnsaved])
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname)
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      title="要离开这个页面吗？"
      okText="留在本页"
      cancelText="离开"
      onOk={() => blocker.reset?.()}
      onCancel={() => blocker.proceed?.()}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
    >
      {text}
    </Dialog>
  )
}
