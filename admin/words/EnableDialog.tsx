import { BulkDialog, type BulkProps } from '#admin/ui/BulkDialog.tsx'
import { adminWordCalls } from '#contract/forbidden-words/admin-word.ts'
import { useAct } from '#ui/call.ts'
import { type WordRow, wordAnswers } from './word.ts'

/** 启用 or 停用 several words. */
export function EnableDialog({ isEnabled, ...bulk }: BulkProps<WordRow> & { isEnabled: boolean }) {
  const enable = useAct(adminWordCalls.enable)
  const word = isEnabled ? '启用' : '停用'
  return (
    <BulkDialog
      {...bulk}
      title={`${word} ${bulk.rows.length} 个违禁词`}
      okText={word}
      nameOf={row => row.word}
      act={({ wordId }) => enable.mutateAsync({ wordId, isEnabled })}
      answers={wordAnswers}
    >
      <p>下一次检查起生效。</p>
    </BulkDialog>
  )
}
