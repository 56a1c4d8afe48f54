import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import style from './Palette.module.css'
import { useShortcuts } from './shortcuts.ts'

/** A key and its effect. */
export type ShortcutWords = readonly [keys: string, what: string]

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
 * Command palette (Ctrl/⌘ K): every page by name; `?`: the shortcuts, with those of this app (`moreKeys`). The native
 * dialog element traps the focus, closes by Esc and returns the focus.
 */
export function Palette({ items, moreKeys = [] }: { items: readonly PaletteItem[]; moreKeys?: readonly ShortcutWords[] }) {
  const palette = useRef<HTMLDialogElement>(null)
  const help = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  useShortcuts({ onPalette: () => setOpen(true), onHelp: () => help.current?.showModal() })
  useEffect(() => {
    if (isOpen) palette.current?.showModal()
  }, [isOpen])
  return (
    <>
      <dialog ref={palette} className={style.palette} aria-label="查找页面" onClose={() => setOpen(false)}>
        {isOpen ? <Finder items={items} onDone={() => palette.current?.close()} /> : null}
      </dialog>
      <dialog ref={help} className={style.palette} aria-label="快捷键">
        <Help keys={[...keys, ...moreKeys]} onClose={() => help.current?.close()} />
      </dialog>
    </>
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

const keys: ShortcutWords[] = [
  ['Ctrl K 或 ⌘ K', '查找并打开页面'],
  ['/', '定位到本页的搜索框'],
  ['?', '显示快捷键'],
  ['Esc', '关闭弹窗和抽屉'],
  ['Enter', '提交表单、执行搜索'],
  ['J 或 K', '列表的下一行、上一行（在行上也可用 ↓ ↑），Enter 打开'],
  ['X', '勾选列表的当前行'],
]

const Help = ({ keys: shown, onClose }: { keys: readonly ShortcutWords[]; onClose: () => void }) => (
  <div className={style.help}>
    <h2>快捷键</h2>
    <dl>
      {shown.map(([key, what]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
    <button type="button" onClick={onClose}>
      关闭
    </button>
  </div>
)
