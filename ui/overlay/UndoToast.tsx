import { CloseOutlined, UndoOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { isTyping } from '#ui/frame/shortcuts.ts'
import { giveFocusBack } from './focus-back.ts'
import style from './UndoToast.module.css'
import { endOffer, takeOffer, useUndoOffer } from './undo-offer.ts'

/** How long an act can be undone by one key or tap. */
const undoMs = 5_000

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/**
 * What was just done, with a button that undoes it: for five seconds, longer while the pointer or the focus is on it.
 * Ctrl/⌘ Z undoes it too, where nobody is typing. Screen readers are told.
 */
export function UndoToast() {
  const offer = useUndoOffer()
  const [isHeld, setHeld] = useState(false)
  /** What had the focus before the toast. */
  const before = useRef<Element | null>(null)
  useEffect(() => {
    if (!offer || isHeld) return
    const timer = setTimeout(() => endOffer(offer), undoMs)
    return () => clearTimeout(timer)
  }, [offer, isHeld])
  useEffect(() => {
    if (!offer) {
      setHeld(false)
      if (before.current) giveFocusBack(before.current)
      before.current = null
      return
    }
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== 'z' || isTyping(event.target)) return
      event.preventDefault()
      takeOffer()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [offer])
  return (
    <div className={style.place} role="status">
      {offer ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: only holds the time while one reads or acts there
        <div
          className={style.toast}
          data-undo
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={({ currentTarget, relatedTarget }) => {
            if (relatedTarget instanceof Element && !currentTarget.contains(relatedTarget)) before.current = relatedTarget
            setHeld(true)
          }}
          onBlur={() => setHeld(false)}
        >
          <span>{offer.text}</span>
          <Button
            type="link"
            size="small"
            icon={<UndoOutlined />}
            aria-keyshortcuts="Control+Z Meta+Z"
            data-review="undo"
            onClick={takeOffer}
          >
            撤销<kbd>{isApple ? '⌘' : 'Ctrl '}Z</kbd>
          </Button>
          <Button type="text" size="small" icon={<CloseOutlined />} aria-label="关闭" onClick={() => endOffer(offer)} />
        </div>
      ) : null}
    </div>
  )
}
