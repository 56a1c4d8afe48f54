import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import style from './Palette.module.css'
import { useCommand } from './shortcuts.ts'

export interface PaletteItem {
  path: string
  title: string
  /** Its area, in small letters beside it. */
  area: string
  /** Initials of the title in pinyin. */
  initials: string
}

/** Items that match a text by Chinese name or by the initials of its pinyin; prefix matches come first. */
export function findItems(items: readonly PaletteItem[], text: string): PaletteItem[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return [...items]
  const rank = (item: PaletteItem) => {
    if (item.title.startsWith(wanted) || item.initials.startsWith(wanted)) return 0
    return item.title.toLowerCase().includes(wanted) || item.initials.includes(wanted) ? 1 : 2
  }
  return items.filter(item => rank(item) < 2).sort((a, b) => rank(a) - rank(b))
}

/**
 * Command palette (Ctrl/⌘ K, or the search box of the header): every page by name. The native dialog element traps the
 * focus, closes by Esc and returns the focus.
 */
export function Palette({ items }: { items: readonly PaletteItem[] }) {
  const palette = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  useCommand('palette', () => setOpen(true))
  useEffect(() => {
    if (isOpen) palette.current?.showModal()
  }, [isOpen])
  return (
    <dialog ref={palette} className={style.palette} aria-label="查找页面" onClose={() => setOpen(false)}>
      {isOpen ? <Finder items={items} onDone={() => palette.current?.close()} /> : null}
    </dialog>
  )
}

function Finder({ items, onDone }: { items: readonly PaletteItem[]; onDone: () => void }) {
  const id = useId()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const found = findItems(items, text)
  const go = (item: PaletteItem | undefined) => {
    if (!item) return
    onDone()
    void navigate(item.path)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') go(found[at])
    else if (event.key === 'ArrowDown') setAt(Math.min(at + 1, found.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    else return
    event.preventDefault()
  }
  return (
    <>
      <input
        className={style.input}
        role="combobox"
        aria-label="页面名称或拼音首字母"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found[at] ? `${id}-${at}` : undefined}
        placeholder="页面名称或拼音首字母"
        // biome-ignore lint/a11y/noAutofocus: the dialog opens for typing.
        autoFocus
        value={text}
        onKeyDown={press}
        onChange={event => {
          setText(event.target.value)
          setAt(0)
        }}
      />
      <div id={id} className={style.list} role="listbox" aria-label="页面">
        {found.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input above handles the keys.
          <div
            key={item.path}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onClick={() => go(item)}
            onMouseMove={() => setAt(index)}
          >
            {item.title}
            <span>{item.area}</span>
          </div>
        ))}
      </div>
      {found.length === 0 ? <p className={style.none}>没有叫这个名字的页面</p> : null}
    </>
  )
}
