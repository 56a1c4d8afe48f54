import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { watchTask } from '#console/shared/tasks/watched.ts'
import { undoCalls } from '#contract/undo/undo.ts'
import { CallError, send } from '#ui/call.ts'
import { offerUndo } from '#ui/overlay/undo-offer.ts'
import { undoneText } from '../labels/undo.ts'

/**
 * Undoes acts: `offer` says that one is done, with 撤销 where it can be undone; `undo` undoes it, and says what became of
 * it.
 */
export function useUndo() {
  const client = useQueryClient()
  const { message } = App.useApp()
  const undo = async (undoId: string): Promise<void> => {
    try {
      const undone = await send(undoCalls.undo, { undoId })
      // Whatever page is open by now.
      void client.invalidateQueries()
      if (undone.state !== 'undoing') return void message.success(`已撤销：${undoneText(undone)}`)
      watchTask('undo', undoId)
      void message.info('正在后台撤销，完成后会通知您')
    } catch (error) {
      void client.invalidateQueries()
      if (!(error instanceof CallError)) throw error
      void message.error(`没有撤销：${error.message}`)
    }
  }
  const offer = (text: string, undoId: string | null | undefined): void => {
    if (undoId) offerUndo({ text, onUndo: () => void undo(undoId) })
    else void message.success(text)
  }
  return { offer, undo }
}
