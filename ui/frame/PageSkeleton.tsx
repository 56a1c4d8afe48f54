import layout from '#ui/theme/layout.module.css'
import style from './PageSkeleton.module.css'

/** Grey shapes of a page while its chunk loads. */
export function PageSkeleton() {
  return (
    <div className={`${layout.stack16} ${style.skeleton} hy-slow`} role="status" data-skeleton>
      <span className="hy-hidden">页面加载中</span>
      <i className={style.title} />
      <i className={style.row} />
      <i className={style.block} />
    </div>
  )
}
