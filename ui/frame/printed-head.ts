import { useEffect } from 'react'
import { formatChinaTime } from '#values/china-time.ts'

/** On paper, above the page or its open detail: whose data these are, and of when. */
export function usePrintedHead(owner: string): void {
  useEffect(() => {
    const line = document.createElement('p')
    line.className = 'hy-printed'
    const write = () => {
      line.textContent = `${owner} · 打印于 ${formatChinaTime(new Date()).slice(0, 16)}`
    }
    write()
    document.body.prepend(line)
    addEventListener('beforeprint', write)
    return () => {
      line.remove()
      removeEventListener('beforeprint', write)
    }
  }, [owner])
}
