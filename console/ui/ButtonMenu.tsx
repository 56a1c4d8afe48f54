import { Dropdown, type DropdownProps } from 'antd'
import { cloneElement, type ReactElement, type Ref, useRef } from 'react'

interface ButtonMenuProps extends Pick<DropdownProps, 'menu' | 'placement'> {
  children: ReactElement<{ ref?: Ref<HTMLButtonElement> }>
}

/** The menu of a button. Its first entry has the focus, and the button has it back, however the menu is left: what was chosen may open a dialog. */
export function ButtonMenu({ children, ...props }: ButtonMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const giveBack = (isOpen: boolean) => {
    if (!isOpen && document.activeElement?.closest('[role=menu]')) button.current?.focus()
  }
  return (
    <Dropdown {...props} trigger={['click']} autoFocus onOpenChange={giveBack}>
      {cloneElement(children, { ref: button })}
    </Dropdown>
  )
}
