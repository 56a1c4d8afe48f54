import { RequestId } from '#ui/ErrorPanel.tsx'
import style from './FormRefusal.module.css'

/** The server's refusal beside the submit button; it stays until the next attempt. Needs no antd. */
export function FormRefusal({ error }: { error: { message: string; code?: string; requestId?: string; status?: number } | null }) {
  if (error === null) return null
  return (
    <div className={style.refusal} role="alert">
      <p>{error.message}</p>
      <RequestId error={error} />
    </div>
  )
}
