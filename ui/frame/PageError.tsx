import { useRouteError } from 'react-router'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { ChunkErrorPanel } from './ChunkErrorPanel.tsx'
import { ChunkLoadError } from './chunk.ts'

/** Shown in place of a page that could not be loaded or drawn. The layout around it stays. */
export function PageError() {
  const error = useRouteError()
  if (error instanceof ChunkLoadError) return <ChunkErrorPanel />
  console.error(error)
  return (
    <ErrorPanel
      title="页面出错了"
      error={{ message: '页面显示时出了问题，已填写的内容可能没有保存。请重新加载；如果再次出现，请联系客服。' }}
      onRetry={() => location.reload()}
    />
  )
}
