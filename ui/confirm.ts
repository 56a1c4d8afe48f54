import { App } from 'antd'

interface Question {
  title: string
  /** What it means. */
  content: string
  okText: string
}

/** Asks before something is taken away; `act` is what follows a yes. */
export function useConfirm(): (question: Question, act: () => void) => void {
  const { modal } = App.useApp()
  return (question, act) => {
    modal.confirm({ ...question, okButtonProps: { danger: true }, cancelText: '返回', onOk: act })
  }
}
