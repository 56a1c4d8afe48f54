import { App } from 'antd'

/** Closes a form; asks first when typed input would be lost. */
export function useLeave(isChanged: boolean, onClose: () => void): () => void {
  const { modal } = App.useApp()
  return () => {
    if (!isChanged) return onClose()
    // A second Esc must not discard the input.
    modal.confirm({ title: '放弃填写的内容吗？', okText: '继续填写', cancelText: '放弃', keyboard: false, onCancel: onClose })
  }
}
