import { Button } from 'antd'
import type { MouseEvent, ReactNode } from 'react'
import { useHref, useNavigate } from 'react-router'

/** A link to a page of ours that looks like a button; it opens in a new tab like any link. */
export function LinkButton({ to, type = 'default', children }: { to: string; type?: 'primary' | 'default' | 'link'; children: ReactNode }) {
  const href = useHref(to)
  const navigate = useNavigate()
  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void navigate(to)
  }
  return (
    <Button type={type} href={href} onClick={go}>
      {children}
    </Button>
  )
}
