import { Link } from 'react-router'
import style from './Plain.module.css'

/** Says honestly what a screen will do that isn't built. */
export function PlannedPage({ title, about, home }: { title: string; about: string; home: string }) {
  return (
    <section className={style.plain}>
      <h1>{title}</h1>
      <p>{about}</p>
      <p className={style.note}>这个页面还没有做好，暂时不能使用；已有的功能都在菜单里。</p>
      <Link className={style.button} to={home}>
        返回首页
      </Link>
    </section>
  )
}
