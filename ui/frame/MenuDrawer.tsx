import { Drawer } from 'antd'
import type { ReactNode } from 'react'

interface MenuDrawerProps {
  isOpen: boolean
  title: ReactNode
  onClose: () => void
  children: ReactNode
}

/** The menu as a drawer, where there is no room beside the page. */
export const MenuDrawer = ({ isOpen, title, onClose, children }: MenuDrawerProps) => (
  <Drawer open={isOpen} onClose={onClose} placement="left" size={264} title={title} styles={{ body: { padding: 0 } }}>
    {children}
  </Drawer>
)
