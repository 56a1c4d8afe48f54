import { Button } from 'antd'
import type { UndoFacts } from '#contract/undo/undo.ts'
import { thousands } from '#ui/display/Count.tsx'
import { useConfirm } from '#ui/overlay/confirm.ts'
import { limits } from '#values/limits.ts'
import { undoCountText, undoneText } from '../labels/undo.ts'
import { useUndo } from './use-undo.tsx'

type Shown = Pick<UndoFacts, 'subject' | 'state' | 'count' | 'counts' | 'undoId'>

/** Asks before an act of some time ago is undone. */
export function useAskedUndo() {
  const confirm = useConfirm()
  const { undo } = useUndo()
  return (name: string, { undoId, subject, count }: Shown) =>
    confirm(
      {
        title: `撤销“${name}”吗？`,
        content: `恢复 ${undoCountText(subject, count)}在这次操作之前的样子。之后又有改动的保持现状；收件人自己的退订不受影响。`,
        okText: '撤销',
      },
      () => void undo(undoId),
    )
}

/** How an act that has ended can be undone, or what became of undoing it. */
export function UndoAct({ name, undo, mayUndo }: { name: string; undo: Shown | null; mayUndo: boolean }) {
  const ask = useAskedUndo()
  if (!undo) return null
  if (undo.state === 'too_large') return <p>改动超过 {thousands(limits.undoActRows)} 个，不能撤销。</p>
  if (undo.state === 'undoing') return <p>正在撤销…</p>
  if (undo.state === 'undone') return <p>已撤销：{undoneText(undo)}。</p>
  if (!mayUndo) return null
  return (
    <p>
      <Button size="small" onClick={() => ask(name, undo)}>
        撤销（{undoCountText(undo.subject, undo.count)}）
      </Button>{' '}
      结束后 {limits.undoHours} 小时内可以撤销。
    </p>
  )
}
