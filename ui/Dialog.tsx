import { Modal, type ModalProps } from 'antd'
import { useRef } from 'react'
import { focusInDialog } from './first-focus.ts'
import { useFocusBack } from './focus-back.ts'
import { Opened } from './Opened.tsx'

/** A title of two lines ends before the button that closes. */
const styles = { header: { paddingInlineEnd: 24 } }

/**
 * antd's dialog, which has the focus where one goes on (antd leaves it on the button that closes), and gives it back also when it is taken out of the page
 * while it is open, as its openers do.
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
