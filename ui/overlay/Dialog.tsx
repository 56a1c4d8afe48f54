import { Modal, type ModalProps } from 'antd'
import { type KeyboardEvent, useRef } from 'react'
import { focusInDialog } from './first-focus.ts'
import { useFocusBack } from './focus-back.ts'
import { Opened } from './Opened.tsx'

/** A title of two lines ends before the close button. */
const styles = { header: { paddingInlineEnd: 24 } }

/**
 * antd's dialog with focus management: the focus goes to the first field or action (antd leaves it on the close
 * button), and returns to the opener even when the dialog is unmounted while open. Enter in a field presses its button.
 */
export function Dialog({ children, ...props }: ModalProps) {
  const isOpen = props.open ?? false
  const panel = useRef<HTMLDivElement>(null)
  useFocusBack(isOpen)
  return (
    <Modal
      destroyOnHidden
      styles={styles}
      // biome-ignore lint/a11y/noStaticElementInteractions: listens to its fields.
      modalRender={shown => <div onKeyDown={enter}>{shown}</div>}
      {...props}
      panelRef={panel}
    >
      <Opened isOpen={isOpen} panel={panel} onOpened={focusInDialog}>
        {children}
      </Opened>
    </Modal>
  )
}

/** In a field of a form of its own, and in one that opens a list, Enter does something else. */
function enter({ key, nativeEvent, target, currentTarget }: KeyboardEvent<HTMLElement>): void {
  if (key !== 'Enter' || nativeEvent.isComposing || !(target instanceof HTMLInputElement) || !currentTarget.contains(target)) return
  if (target.form || target.readOnly || !target.matches('.ant-input, .ant-input-number-input')) return
  currentTarget.querySelector<HTMLElement>('.ant-modal-footer .ant-btn-primary')?.click()
}
