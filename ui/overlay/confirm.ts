import { App } from 'antd'

interface Question {
  title: string
  /** What the act means. */
  content: string
  okText: string
}

/** Asks before something is removed; `act` runs after confirmation. */
export function useConfirm(): (question: Question, act: () => void) => void {
  const { modal } = App.useApp()
  return (question, act) => {
    modal.confirm({ ...question, okButtonProps: { danger: true }, cancelText: '返回', onOk: act })
  }
}
