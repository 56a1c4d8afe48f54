import { Dropdown, type DropdownProps } from 'antd'
import { cloneElement, type KeyboardEvent, type ReactElement, type Ref, useRef } from 'react'

interface ButtonMenuProps extends Pick<DropdownProps, 'menu' | 'placement'> {
  children: ReactElement<{ ref?: Ref<HTMLButtonElement> }>
}

/**
 * The menu of a button. Its first entry gets the focus, and the button gets it back, however the menu is closed, since
 * the chosen entry may open a dialog.
 */
export function ButtonMenu({ menu, children, ...props }: ButtonMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const giveBack = (isOpen: boolean) => {
    if (!isOpen && document.activeElement?.closest('[role=menu]')) button.current?.focus()
  }
  return (
    <Dropdown {...props} menu={{ ...menu, onKeyDown: keepEnter }} trigger={['click']} autoFocus onOpenChange={giveBack}>
      {cloneElement(children, { ref: button })}
    </Dropdown>
  )
}

/** Enter has made its choice: it must not press a button or add a line where the focus is by then. */
const keepEnter = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault()
}
