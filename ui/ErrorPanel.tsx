import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'react-router'
import style from '#ui/display/Plain.module.css'
import layout from '#ui/theme/layout.module.css'
import { writeClipboard } from './clipboard.ts'
import { useRetryFocus } from './retry-focus.ts'

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

/** Nothing has the id that was asked for: another attempt can't help. */
function isMissing({ status, fields = {} }: FailedCall): boolean {
  const names = Object.keys(fields)
  return status === 404 || (status === 422 && names.length > 0 && names.every(name => name.endsWith('Id')))
}

/** From the address of something that doesn't exist to the page that lists what does. */
function ToList({ onBack }: { onBack: (() => void) | undefined }) {
  const { pathname, search } = useLocation()
  if (onBack)
    return (
      <button type="button" className={style.button} onClick={onBack}>
        返回列表
      </button>
    )
  return search === '' ? null : (
    <Link className={style.button} to={pathname}>
      返回列表
    </Link>
  )
}

/** Error panel: what failed, what to do, and the request id, in place of what could not be shown. */
export function ErrorPanel({
  error,
  onRetry,
  title = '内容没能加载',
  goneTitle = '没有找到',
  action,
  onBack,
}: {
  error: FailedCall
  onRetry?: () => void
  title?: string
  /** In its place where the address names something that doesn't exist. */
  goneTitle?: string
  action?: ReactNode
  /** Closes what shows something that doesn't exist; otherwise a link leads to the address without its query. */
  onBack?: () => void
}) {
  const { place, retry } = useRetryFocus<HTMLElement>(onRetry)
  const isForbidden = error.status === 403
  const isGone = isMissing(error)
  return (
    <section ref={place} className={style.plain} role="alert">
      <h2>{isForbidden ? '没有权限' : isGone ? goneTitle : title}</h2>
      <p>{isGone ? '内容不存在或已被删除。' : Object.values(error.fields ?? {}).join('；') || error.message}</p>
      <RequestId error={error} />
      <div className={style.actions}>
        {onRetry && !isForbidden && !isGone ? (
          <button type="button" className={style.button} onClick={retry}>
            重试
          </button>
        ) : null}
        {action ?? (isGone ? <ToList onBack={onBack} /> : null)}
      </div>
    </section>
  )
}
