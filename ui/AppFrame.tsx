import { DownOutlined, MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined, RightOutlined } from '@ant-design/icons'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigation } from 'react-router'
import style from './AppFrame.module.css'
import { lazyPart } from './chunk.ts'
import { Brand, Logo } from './Logo.tsx'
import { useRemembered } from './remembered.ts'

export interface MenuItem {
  path: string
  title: string
  icon: ReactNode
}
export interface MenuGroup {
  /** Empty for top-level items without a group. */
  title: string
  items: MenuItem[]
}
export interface Crumb {
  title: string
  path?: string
}

interface AppFrameProps {
  home: string
  menu: MenuGroup[]
  crumbs: Crumb[]
  /** Right side of the header: balance, notifications, account. */
  tools: ReactNode
  /** Shown above the page: offline, a new version. */
  bars?: ReactNode
  name?: string
  children: ReactNode
}

const MenuDrawer = lazyPart('MenuDrawer', () => import('./MenuDrawer.tsx'))

/** The frame of signed-in pages: side menu (208 px, 64 collapsed, a drawer below 992), header of 48 px, the page. */
export function AppFrame({ home, menu, crumbs, tools, bars, name, children }: AppFrameProps) {
  const [isCollapsed, setCollapsed] = useRemembered('menuCollapsed', false)
  /** Null until it is first opened: its drawer is loaded then. */
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const { pathname } = useLocation()
  const isBusy = useNavigation().state !== 'idle'
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes whenever the page changes.
  useEffect(() => setOpen(before => before && false), [pathname])
  return (
    <div className={style.frame} data-collapsed={isCollapsed}>
      <a className="hy-skip" href="#main">
        跳到主要内容
      </a>
      <div className={style.busy} data-on={isBusy} />
      <div className={style.side}>
        <Link className={style.brand} to={home} aria-label="鸿雁">
          {isCollapsed ? <Logo size={24} /> : <Brand name={name} />}
        </Link>
        <SideMenu menu={menu} />
        <div className={style.foot}>
          <button
            type="button"
            className={style.plain}
            onClick={() => setCollapsed(!isCollapsed)}
            aria-label={isCollapsed ? '展开菜单' : '收起菜单'}
            aria-expanded={!isCollapsed}
          >
            {isCollapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
          </button>
        </div>
      </div>
      {isOpen === null ? null : (
        <Suspense>
          <MenuDrawer isOpen={isOpen} title={<Brand name={name} />} onClose={() => setOpen(false)}>
            <SideMenu menu={menu} />
          </MenuDrawer>
        </Suspense>
      )}
      <div className={style.body}>
        <header className={style.header}>
          <button
            type="button"
            className={`${style.plain} ${style.onlyNarrow}`}
            onClick={() => setOpen(true)}
            aria-label="打开菜单"
            aria-expanded={isOpen ?? false}
          >
            <MenuOutlined />
          </button>
          <Crumbs crumbs={crumbs} />
          <div className={style.tools}>{tools}</div>
        </header>
        <div className={style.bars}>{bars}</div>
        <main id="main" className={style.main} tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  )
}

function SideMenu({ menu }: { menu: MenuGroup[] }) {
  const { pathname } = useLocation()
  const place = useRef<HTMLElement>(null)
  const [folded, setFolded] = useRemembered<string[]>('menuFolded', [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current item changes with the page.
  useEffect(() => {
    const box = place.current
    const item = box?.querySelector('[aria-current="page"]')
    const all = item?.closest('[data-group]')
    if (!item || !all || !box) return
    // scrollIntoView would move the starting point of Tab past the skip link. The whole group where it fits.
    const { top, bottom, height } = box.getBoundingClientRect()
    const group = all.getBoundingClientRect()
    const own = group.height <= height ? group : item.getBoundingClientRect()
    if (own.bottom > bottom) box.scrollTop += own.bottom - bottom
    else if (own.top < top) box.scrollTop -= top - own.top
  }, [pathname])
  const toggle = (title: string) => setFolded(folded.includes(title) ? folded.filter(one => one !== title) : [...folded, title])
  return (
    <nav ref={place} className={style.menu} aria-label="功能">
      {menu.map(group => (
        <div key={group.title} data-group>
          {group.title === '' ? null : (
            <button type="button" className={style.group} aria-expanded={!folded.includes(group.title)} onClick={() => toggle(group.title)}>
              {group.title}
              {folded.includes(group.title) ? <RightOutlined /> : <DownOutlined />}
            </button>
          )}
          <ul data-folded={folded.includes(group.title) || undefined}>
            {group.items.map(item => (
              <li key={item.path}>
                <Link className={style.item} to={item.path} title={item.title} aria-current={item.path === pathname ? 'page' : undefined}>
                  <span className={style.icon} aria-hidden="true">
                    {item.icon}
                  </span>
                  <span className={style.label}>{item.title}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function Crumbs({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav className={style.crumbs} aria-label="当前位置">
      <ol>
        {crumbs.map((crumb, index) => (
          <li key={crumb.title} aria-current={index === crumbs.length - 1 ? 'page' : undefined}>
            {crumb.path ? <Link to={crumb.path}>{crumb.title}</Link> : <span>{crumb.title}</span>}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** A plain button of the header. */
export const headerButton = style.plain
/** The person's name on such a button. */
export const headerName = style.name
