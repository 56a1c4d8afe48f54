import { Link } from 'react-router'
import style from '#ui/display/Plain.module.css'

/** The page of every path that isn't in the route table. */
export function NotFoundPage({ home }: { home: string }) {
  return (
    <section className={style.plain}>
      <h1>页面不存在</h1>
      <p>这个地址没有对应的页面，可能是链接写错了，或页面已经移走。</p>
      <div className={style.actions}>
        <Link className={`${style.button} ${style.primary}`} to={home}>
          返回首页
        </Link>
      </div>
    </section>
  )
}
