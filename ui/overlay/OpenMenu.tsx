import { Dropdown, type DropdownProps } from 'antd'
import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react'

interface OpenMenuProps extends Pick<DropdownProps, 'menu' | 'placement'> {
  button: RefObject<HTMLButtonElement | null>
  children: ReactNode
}

/** The menu of ButtonMenu.tsx, open at first. */
export function OpenMenu({ menu, button, children, ...props }: OpenMenuProps) {
  const [isOpen, setOpen] = useState(true)
  const change = (next: boolean) => {
    if (!next && document.activeElement?.closest('[role=menu]')) button.current?.focus()
    setOpen(next)
  }
  return (
    <Dropdown
      {...props}
      menu={{ ...menu, onKeyDown: keepEnter }}
      trigger={['click']}
      autoFocus
      destroyOnHidden
      open={isOpen}
      onOpenChange={change}
    >
      {children}
    </Dropdown>
  )
}

/** Enter has made its choice: it must not press a button or add a line where the focus is by then. */
const keepEnter = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault()
}
