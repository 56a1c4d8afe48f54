import { App } from 'antd'

/** Closes a form; asks first when something that was typed would be lost. */
export function useLeave(isChanged: boolean, onClose: () => void): () => void {
  const { modal } = App.useApp()
  return () => {
    if (!isChanged) return onClose()
    // Whoever presses Esc once more has not said that it may be lost.
    modal.confirm({ title: '放弃填写的内容吗？', okText: '继续填写', cancelText: '放弃', keyboard: false, onCancel: onClose })
  }
}
