import { Button } from 'antd'
import { useRetryFocus } from '#ui/retry-focus.ts'
import style from './Home.module.css'

/** Shown by a block of the home page whose own call failed. */
export function BlockError({ message, onRetry }: { message: string; onRetry: () => void }) {
  const { place, retry } = useRetryFocus<HTMLParagraphElement>(onRetry)
  return (
    <p ref={place} className={style.empty} role="alert">
      {message}
      <Button type="link" size="small" onClick={retry}>
        重试
      </Button>
    </p>
  )
}
