import { Modal, type ModalProps } from 'antd'
import { useFocusBack } from './focus-back.ts'

/** antd's dialog, which gives the focus back also when it is taken out of the page while it is open, as its openers do. */
export function Dialog(props: ModalProps) {
  useFocusBack(props.open ?? false)
  return <Modal {...props} />
}
