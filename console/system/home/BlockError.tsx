import { Button } from 'antd'
import style from './Home.module.css'

/** Shown by a block of the home page whose own call failed. */
export const BlockError = ({ message, onRetry }: { message: string; onRetry: () => void }) => (
  <p className={style.empty} role="alert">
    {message}
    <Button type="link" size="small" onClick={onRetry}>
      重试
    </Button>
  </p>
)
