import { useCountdown } from '#ui/form/countdown.ts'
import style from './PublicForm.module.css'

interface SendCodeButtonProps {
  /** Name of the countdown, which survives a reload: one for each purpose. */
  purpose: string
  /** Requests a code; returns the seconds until the next may be requested, or null when none was sent. */
  onSend: () => Promise<number | null>
  isBusy: boolean
}

/** 「获取验证码」, then the seconds until it may be pressed again. */
export function SendCodeButton({ purpose, onSend, isBusy }: SendCodeButtonProps) {
  const [secondsLeft, start] = useCountdown(`code.${purpose}`)
  const press = async () => {
    const seconds = await onSend()
    if (seconds !== null) start(seconds)
  }
  const text = secondsLeft > 0 ? `${secondsLeft} 秒后重发` : isBusy ? '发送中……' : '获取验证码'
  return (
    <button type="button" className={style.side} disabled={secondsLeft > 0 || isBusy} onClick={() => void press()}>
      {text}
    </button>
  )
}
