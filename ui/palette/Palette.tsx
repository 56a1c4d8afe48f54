import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { type PageKey, usePageKeys } from '#ui/frame/page-keys.ts'
import { useCommand } from '#ui/frame/shortcuts.ts'
import style from './Palette.module.css'
import { rememberPage } from './recents.ts'

/** A page that the person may open. */
export interface PalettePage {
  path: string
  title: string
  /** Its place in the menu, in small letters beside it. */
  area: string
  /** The menu's entry that leads there, where it has another title. */
  entry?: string
}

export interface FinderProps {
  pages: readonly PalettePage[]
  /** Whose recents. */
  person: string
  onDone: () => void
}

interface PaletteProps {
  pages: readonly PalettePage[]
  person: string
  keys: readonly PageKey[]
  /** The app's search, loaded when it is first opened. */
  load: () => Promise<{ Finder: ComponentType<FinderProps> }>
}

/**
 * Command palette (Ctrl/⌘ K, or the search box of the header), and the keys of pages. The native dialog element traps
 * the focus, closes by Esc and returns the focus.
 */
export function Palette({ pages, person, keys, load }: PaletteProps) {
  const palette = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [finder, setFinder] = useState<{ Finder: ComponentType<FinderProps> } | 'failed' | null>(null)
  const { pathname } = useLocation()
  const open = () => {
    setOpen(true)
    if (finder === null || finder === 'failed') {
      setFinder(null)
      load().then(setFinder, () => setFinder('failed'))
    }
  }
  useCommand('palette', open)
  usePageKeys(keys, pages)
  useEffect(() => {
    if (isOpen) palette.current?.showModal()
  }, [isOpen])
  const isPage = pages.some(({ path }) => path === pathname)
  useEffect(() => {
    if (isPage) rememberPage(person, pathname)
  }, [person, pathname, isPage])
  const close = () => palette.current?.close()
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it by key. */}
      <dialog
        ref={palette}
        className={style.palette}
        aria-label="搜索"
        onClose={() => setOpen(false)}
        // A click on the backdrop is one on the dialog itself.
        onClick={event => event.target === event.currentTarget && close()}
      >
        {!isOpen ? null : finder === null ? (
          <p className={style.none} role="status">
            正在打开…
          </p>
        ) : finder === 'failed' ? (
          <p className={style.none} role="alert">
            搜索没能打开，请检查网络后
            <button type="button" className={style.again} onClick={open}>
              重试
            </button>
          </p>
        ) : (
          <finder.Finder pages={pages} person={person} onDone={close} />
        )}
      </dialog>
    </>
  )
}
