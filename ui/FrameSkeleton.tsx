import style from './AppFrame.module.css'
import { Brand, Logo } from './Logo.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'
import { useRemembered } from './remembered.ts'

const menuLines = 9

/** Placeholder of the signed-in frame while it loads, with menu and header in place, so that nothing jumps. */
export function FrameSkeleton({ name }: { name?: string }) {
  const [isCollapsed] = useRemembered('menuCollapsed', false)
  return (
    <div className={style.frame} data-collapsed={isCollapsed}>
      <div className={style.side}>
        <div className={style.brand}>{isCollapsed ? <Logo size={24} /> : <Brand name={name} />}</div>
        <div className={style.menu}>
          {Array.from({ length: menuLines }, (_, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: grey lines have no other identity.
            <i key={line} className={style.waiting} />
          ))}
        </div>
      </div>
      <div className={style.body}>
        <div className={style.header} />
        <div className={style.main}>
          <PageSkeleton />
        </div>
      </div>
    </div>
  )
}
