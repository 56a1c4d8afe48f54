import { DownOutlined, RightOutlined } from '@ant-design/icons'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { useRemembered } from '#ui/remembered.ts'
import style from './AppFrame.module.css'
import { PageCount } from './PageCount.tsx'

export interface MenuItem {
  path: string
  title: string
  icon: ReactNode
  /** All pages of the entry; its own address alone if not given. */
  pages?: readonly string[]
  /** What waits there; nothing is shown for 0. */
  count?: number
}
export interface MenuGroup {
  /** Empty for top-level items without a group. */
  title: string
  items: MenuItem[]
}

interface SideMenuProps {
  menu: readonly MenuGroup[]
  /** The app's main action, a button above the groups. */
  main: MenuItem | null
}

/** The menu: groups that can be folded and stay so. */
export function SideMenu({ menu, main }: SideMenuProps) {
  const { pathname } = useLocation()
  const place = useRef<HTMLElement>(null)
  const [folded, setFolded] = useRemembered<string[]>('menuFolded', [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current item changes with the page.
  useEffect(() => showCurrent(place.current), [pathname])
  const toggle = (title: string) => setFolded(folded.includes(title) ? folded.filter(one => one !== title) : [...folded, title])
  return (
    <nav ref={place} className={style.menu} aria-label="功能">
      {main ? <MenuLink item={main} pathname={pathname} isMain /> : null}
      {menu.map(group => {
        const isFolded = folded.includes(group.title)
        return (
          <div key={group.title + group.items[0]?.path} data-group>
            {group.title === '' ? null : (
              <button type="button" className={style.group} aria-expanded={!isFolded} onClick={() => toggle(group.title)}>
                {group.title}
                {isFolded ? <RightOutlined /> : <DownOutlined />}
              </button>
            )}
            <ul data-folded={isFolded || undefined}>
              {group.items.map(item => (
                <li key={item.path}>
                  <MenuLink item={item} pathname={pathname} />
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}

function MenuLink({ item, pathname, isMain = false }: { item: MenuItem; pathname: string; isMain?: boolean }) {
  const isIn = item.pages?.includes(pathname) ?? false
  return (
    <Link
      className={isMain ? `${style.item} ${style.mainItem}` : style.item}
      to={item.path}
      title={item.count ? `${item.title}：${item.count} 项待查看` : item.title}
      aria-current={item.path === pathname ? 'page' : isIn ? 'true' : undefined}
    >
      <span className={style.icon} aria-hidden="true">
        {item.icon}
      </span>
      <span className={style.label}>{item.title}</span>
      <PageCount count={item.count ?? 0} />
    </Link>
  )
}

/**
 * Scrolls the menu to the current entry, with its whole group where that fits. `scrollIntoView` would move the starting
 * point of Tab past the skip link, and asking for places would lay the page out before its data are there.
 */
function showCurrent(box: HTMLElement | null) {
  const item = box?.querySelector('[aria-current]')
  const group = item?.closest('[data-group]')
  if (!item || !group || !box) return
  const observer = new IntersectionObserver(
    entries => {
      observer.disconnect()
      const view = entries[0]?.rootBounds
      const [all, one] = [group, item].map(element => entries.find(({ target }) => target === element)?.boundingClientRect)
      if (!view || !all || !one) return
      const { top, bottom } = all.height <= view.height ? all : one
      if (bottom > view.bottom) box.scrollTop += bottom - view.bottom
      else if (top < view.top) box.scrollTop -= view.top - top
    },
    { root: box },
  )
  observer.observe(group)
  observer.observe(item)
  return () => observer.disconnect()
}
