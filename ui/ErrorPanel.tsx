import { type ReactNode, useState } from 'react'
import { writeClipboard } from './clipboard.ts'
import layout from './layout.module.css'
import style from './Plain.module.css'

interface FailedCall {
  message: string
  requestId?: string
  code?: string
  status?: number
  /** Errors in the request, by the name of the input. */
  fields?: Record<string, string>
}

/**
 * The small line with the request id for support; a click selects the whole id. A refusal explains itself and has none.
 */
export function RequestId({ error }: { error: FailedCall }) {
  const isRefusal = error.status !== undefined && error.status > 0 && error.status < 500
  if (!error.requestId || isRefusal) return null
  return (
    <p className={`${layout.note} ${style.request}`}>
      请求编号 <code>{error.requestId}</code>
      <CopyId id={error.requestId} />
      {error.code && error.code !== 'bug' ? `（${error.code}）` : ''}
    </p>
  )
}

function CopyId({ id }: { id: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => setCopied(await writeClipboard(id))
  return (
    <button type="button" className={style.copy} onClick={() => void copy()}>
      {isCopied ? '已复制' : '复制'}
    </button>
  )
}

/** Error panel: what failed, what to do, and the request id, in place of what could not be shown. */
export function ErrorPanel({
  error,
  onRetry,
  title = '内容没能加载',
  action,
}: {
  error: FailedCall
  onRetry?: () => void
  title?: string
  action?: ReactNode
}) {
  const isForbidden = error.status === 403
  return (
    <section className={style.plain} role="alert">
      <h2>{isForbidden ? '没有权限' : title}</h2>
      <p>{Object.values(error.fields ?? {}).join('；') || error.message}</p>
      <RequestId error={error} />
      <div className={style.actions}>
        {onRetry && !isForbidden ? (
          <button type="button" className={style.button} onClick={onRetry}>
            重试
          </button>
        ) : null}
        {action}
      </div>
    </section>
  )
}
