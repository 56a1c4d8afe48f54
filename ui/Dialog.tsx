import { Modal, type ModalProps } from 'antd'
import { useRef } from 'react'
import { focusInDialog } from './first-focus.ts'
import { useFocusBack } from './focus-back.ts'
import { Opened } from './Opened.tsx'

/** A title of two lines ends before the close button. */
const styles = { header: { paddingInlineEnd: 24 } }

/**
 * antd's dialog with focus management: the focus goes to the first field or action (antd leaves it on the close
 * button), and returns to the opener even when the dialog is unmounted while open.
 */
export function Dialog({ children, ...props }: ModalProps) {
  const isOpen = props.open ?? false
  const panel = useRef<HTMLDivElement>(null)
  useFocusBack(isOpen)
  return (
    <Modal destroyOnHidden styles={styles} {...props} panelRef={panel}>
      <Opened isOpen={isOpen} panel={panel} onOpened={focusInDialog}>
        {children}
      </Opened>
    </Modal>
  )
}
