import { useQueryClient } from '@tanstack/react-query'
import { exportCalls } from '#contract/export/export.ts'
import { invalidate, useAct } from '#ui/call.ts'

/** By then the browser has requested the file, and the download is counted. */
const countedAfterMs = 1_500

/** Downloads a finished export: requests its link and follows it; the page stays. */
export function useDownload() {
  const client = useQueryClient()
  return useAct(exportCalls.ticket, {
    onDone: ({ address }) => {
      const link = document.createElement('a')
      link.href = address
      link.download = ''
      link.click()
      setTimeout(() => invalidate(client, [exportCalls.list]), countedAfterMs)
    },
  })
}
