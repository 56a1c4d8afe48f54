import { useEffect, useState } from 'react'
import { hasServer, reloadIfNewBuild } from './chunk.ts'
import style from './Plain.module.css'

/** In the place of a page whose resources didn't load. After a new deploy it reloads by itself, once; otherwise a person decides. */
export function ChunkErrorPanel() {
  const [isLooking, setLooking] = useState(true)
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    let isGone = false
    reloadIfNewBuild().then(isReloading => !isGone && setLooking(isReloading))
    return () => {
      isGone = true
    }
  }, [])
  // With nobody there a reload would leave the browser's own page and lose the address to go on from.
  const reload = async () => {
    setLooking(true)
    if (await hasServer()) return location.reload()
    setAway(true)
    setLooking(false)
  }
  const advice = isAway
    ? '暂时连不上服务器，请稍后再试。'
    : '可能是网络不稳定，或浏览器拦截了页面资源。请检查网络后重试；如果一直失败，请刷新浏览器或换一个网络。'
  return (
    <section className={style.plain} role="alert">
      <h1>页面资源加载失败</h1>
      <p>{isLooking ? '正在检查页面是否有新版本……' : advice}</p>
      <div className={style.actions}>
        <button type="button" className={`${style.button} ${style.primary}`} onClick={() => void reload()}>
          重试
        </button>
      </div>
    </section>
  )
}
