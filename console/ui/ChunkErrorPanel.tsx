import { useEffect, useState } from 'react'
import { reloadIfNewBuild } from './chunk.ts'
import style from './Plain.module.css'

/** In the place of a page whose resources didn't load. After a new deploy it reloads by itself, once; otherwise a person decides. */
export function ChunkErrorPanel() {
  const [isLooking, setLooking] = useState(true)
  useEffect(() => {
    let isGone = false
    reloadIfNewBuild().then(isReloading => !isGone && setLooking(isReloading))
    return () => {
      isGone = true
    }
  }, [])
  return (
    <section className={style.plain} role="alert">
      <h1>页面资源加载失败</h1>
      <p>
        {isLooking
          ? '正在检查页面是否有新版本……'
          : '可能是网络不稳定，或浏览器拦截了页面资源。请检查网络后重试；如果一直失败，请刷新浏览器或换一个网络。'}
      </p>
      <div className={style.actions}>
        <button type="button" className={`${style.button} ${style.primary}`} onClick={() => location.reload()}>
          重试
        </button>
      </div>
    </section>
  )
}
