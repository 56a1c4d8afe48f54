import { useEffect, useState } from 'react'
import style from '#ui/display/Plain.module.css'
import { useIntervalWhile } from '#ui/interval.ts'
import { hasServer, reloadIfNewBuild } from './chunk.ts'

const pollMs = 5_000
const words = {
  looking: '正在检查页面是否有新版本……',
  away: '暂时连不上服务器，恢复后会自动重新加载。',
  blocked: '可能是网络不稳定，或浏览器拦截了页面资源。请检查网络后重试；如果一直失败，请刷新浏览器或换一个网络。',
}

/**
 * Error panel of a page whose resources didn't load. It reloads by itself, once, after a new deploy, and when an
 * unavailable server is back; otherwise the user decides. Without a server it stays: a reload would show the browser's
 * own error page.
 */
export function ChunkErrorPanel() {
  const [state, setState] = useState<keyof typeof words>('looking')
  const reload = async () => ((await hasServer()) ? location.reload() : setState('away'))
  useEffect(() => {
    let isGone = false
    const check = async () => {
      if (await reloadIfNewBuild()) return
      const isThere = await hasServer()
      if (!isGone) setState(isThere ? 'blocked' : 'away')
    }
    void check()
    return () => {
      isGone = true
    }
  }, [])
  useIntervalWhile(state === 'away', reload, pollMs)
  return (
    <section className={style.plain} role="alert">
      <h1>页面资源加载失败</h1>
      <p>{words[state]}</p>
      <div className={style.actions}>
        <button type="button" className={`${style.button} ${style.primary}`} onClick={() => void reload()}>
          重试
        </button>
      </div>
    </section>
  )
}
