import style from './PageCount.module.css'

const most = 99

/** Beside the name of a page: how much waits there. */
export function PageCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className={style.count}>
      {count > most ? `${most}+` : count}
      <span className="hy-hidden"> 项待查看</span>
    </span>
  )
}
