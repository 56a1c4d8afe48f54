import { QuestionCircleOutlined } from '@ant-design/icons'
import { type ReactNode, Suspense, useState } from 'react'
import { headerButton } from './AppFrame.tsx'
import { lazyPart } from './chunk.ts'
import { openHelp, useCommand } from './shortcuts.ts'

/** A key and its effect. */
export type ShortcutWords = readonly [keys: string, what: string]

export interface HelpFacts {
  /** The page's name and purpose. */
  title: string
  about?: string
  /** Further reading. */
  more?: ReactNode
  /** Keys of this app, beside those of every page. */
  keys?: readonly ShortcutWords[]
}

const HelpDrawer = lazyPart('HelpDrawer', () => import('./HelpDrawer.tsx'))

/** The button of the help with this page, which opens by `?` too. */
export function Help(facts: HelpFacts) {
  /** Null until it is first opened: its drawer is loaded then. */
  const [isOpen, setOpen] = useState<boolean | null>(null)
  useCommand('help', () => setOpen(true))
  return (
    <>
      <button type="button" className={headerButton} aria-label="帮助" aria-expanded={isOpen ?? false} onClick={openHelp}>
        <QuestionCircleOutlined />
      </button>
      {isOpen === null ? null : (
        <Suspense>
          <HelpDrawer {...facts} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
