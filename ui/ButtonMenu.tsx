import { Dropdown, type DropdownProps } from 'antd'
import { cloneElement, type KeyboardEvent, type ReactElement, type Ref, useRef } from 'react'

interface ButtonMenuProps extends Pick<DropdownProps, 'menu' | 'placement'> {
  children: ReactElement<{ ref?: Ref<HTMLButtonElement> }>
}

/** The menu of a button. Its first entry has the focus, and the button has it back, however the menu is left: what was chosen may open a dialog. */
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

/** The key that chose has had its act: it presses nothing, and writes no line, where the focus is by then. */
const keepEnter = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault()
}
