import { exportCalls } from '#contract/export.ts'
import { useAct } from '../../call.ts'

/** Fetches a finished export: asks for its link and follows it; the page stays. */
export function useDownload() {
  return useAct(exportCalls.ticket, {
    onDone: ({ address }) => {
      const link = document.createElement('a')
      link.href = address
      link.download = ''
      link.click()
    },
  })
}
