import { MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { Link, useLocation, useNavigate, useNavigation } from 'react-router'
import { usePrintKey } from '#ui/list/printed-rows.ts'
import { useRemembered } from '#ui/remembered.ts'
import style from './AppFrame.module.css'
import { type Crumb, Crumbs } from './Crumbs.tsx'
import { lazyPart } from './chunk.ts'
import { Brand, Logo } from './Logo.tsx'
import { PageFrame, type SiblingPage } from './page-frame.ts'
import { usePrintedHead } from './printed-head.ts'
import { SearchBox } from './SearchBox.tsx'
import { type MenuGroup, type MenuItem, SideMenu } from './SideMenu.tsx'
import { useShortcuts } from './shortcuts.ts'

interface AppFrameProps {
  home: string
  menu: readonly MenuGroup[]
  /** The app's main action, above the menu. */
  main?: MenuItem | null
  crumbs: readonly Crumb[]
  /** Pages that share the current one's header. */
  siblings?: readonly SiblingPage[]
  /** What the search box finds, as its text. */
  searchText: string
  /** Right side of the header: balance, notifications, account. */
  tools: ReactNode
  /** Shown above the page: offline, a new version. */
  bars?: ReactNode
  name?: string
  /** Whose data the pages show, for paper. */
  owner: string
  children: ReactNode
}

const MenuDrawer = lazyPart('MenuDrawer', () => import('./MenuDrawer.tsx'))
const alone: readonly SiblingPage[] = []

/** The frame of signed-in pages: side menu (208 px, 64 collapsed, a drawer below 992), header of 48 px, the page. */
export function AppFrame(props: AppFrameProps) {
  const { home, menu, main = null, crumbs, siblings = alone, name } = props
  const [isCollapsed, setCollapsed] = useRemembered('menuCollapsed', false)
  /** Null until it is first opened: its drawer is loaded then. */
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const [title, onTitle] = useState('')
  const frame = useMemo(() => ({ siblings, onTitle }), [siblings])
  const { pathname } = useLocation()
  const navigate = useNavigate()
  usePrintedHead(props.owner)
  usePrintKey()
  useShortcuts(main ? () => void navigate(main.path) : null)
  const isBusy = useNavigation().state !== 'idle'
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes whenever the page changes.
  useEffect(() => setOpen(before => before && false), [pathname])
  return (
    <div className={style.frame} data-collapsed={isCollapsed}>
      <a className="hy-skip" href="#main">
        跳到主要内容
      </a>
      <div className={style.busy} data-on={isBusy} />
      <aside className={style.side} aria-label="菜单栏">
        <Link className={style.brand} to={home} aria-label={isCollapsed ? '鸿雁' : undefined}>
          {isCollapsed ? <Logo size={24} /> : <Brand name={name} />}
        </Link>
        <SideMenu menu={menu} main={main} />
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
      </aside>
      {isOpen === null ? null : (
        <Suspense>
          <MenuDrawer isOpen={isOpen} title={<Brand name={name} />} onClose={() => setOpen(false)}>
            <SideMenu menu={menu} main={main} />
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
          <Crumbs crumbs={crumbs} title={title} />
          <SearchBox text={props.searchText} />
          <div className={style.tools}>{props.tools}</div>
        </header>
        <div className={style.bars}>{props.bars}</div>
        <main id="main" className={style.main} tabIndex={-1}>
          <PageFrame value={frame}>{props.children}</PageFrame>
        </main>
      </div>
    </div>
  )
}

/** A plain button of the header. */
export const headerButton = style.plain
/** The person's name on such a button. */
export const headerName = style.name
