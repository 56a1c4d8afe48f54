import type { DropdownProps } from 'antd'
import { cloneElement, type ReactElement, type Ref, Suspense, useRef, useState } from 'react'
import { lazyPart } from '#ui/frame/chunk.ts'

interface ButtonMenuProps extends Pick<DropdownProps, 'menu' | 'placement'> {
  children: ReactElement<{ ref?: Ref<HTMLButtonElement>; onClick?: () => void; onPointerEnter?: () => void }>
}

const load = () => import('./OpenMenu.tsx')
const OpenMenu = lazyPart('OpenMenu', load)

/**
 * The menu of a button, loaded when it is first pressed. Its first entry gets the focus, and the button gets it back,
 * however the menu is closed, since the chosen entry may open a dialog.
 */
export function ButtonMenu({ children, ...props }: ButtonMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [wasOpened, setOpened] = useState(false)
  const closed = cloneElement(children, {
    ref: button,
    onClick: () => setOpened(true),
    // A file that doesn't come is requested again, and reported, at the press.
    onPointerEnter: () => void load().catch(() => undefined),
  })
  if (!wasOpened) return closed
  return (
    <Suspense fallback={closed}>
      <OpenMenu {...props} button={button}>
        {cloneElement(children, { ref: button })}
      </OpenMenu>
    </Suspense>
  )
}
