import { SearchOutlined } from '@ant-design/icons'
import style from './SearchBox.module.css'
import { openPalette } from './shortcuts.ts'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)
/** The key of shortcuts on this device. */
export const commandKey = isApple ? '⌘' : 'Ctrl '

/** Looks like a search field, and opens the command palette; only its icon where the header is narrow. */
export const SearchBox = ({ text }: { text: string }) => (
  <button
    type="button"
    className={style.box}
    aria-label={`${text} ${commandKey}K`}
    aria-keyshortcuts="Control+K Meta+K"
    onClick={openPalette}
  >
    <SearchOutlined />
    <span className={style.text}>{text}</span>
    <kbd className={style.key}>{commandKey}K</kbd>
  </button>
)
