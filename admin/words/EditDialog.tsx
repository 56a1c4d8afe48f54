import { useState } from 'react'
import { adminWordCalls } from '#contract/forbidden-words/admin-word.ts'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { type Terms, WordTerms } from './WordTerms.tsx'
import { type WordRow, wordAnswers } from './word.ts'

/** Edits a word's settings. The word itself is fixed: a changed one would match other texts. */
export function EditDialog({ row, onClose }: { row: WordRow; onClose: () => void }) {
  const [terms, setTerms] = useState<Terms>({ level: row.level, kinds: row.kinds, remark: row.remark })
  const act = useDialogAct(adminWordCalls.edit, { invalidates: wordAnswers, done: '已保存，下一次检查起生效', onClose })
  return (
    <Dialog
      open
      title={`修改“${row.word}”`}
      okText="保存"
      cancelText="返回"
      confirmLoading={act.isPending}
      okButtonProps={{ disabled: terms.kinds.length === 0 }}
      onOk={() => act.mutate({ wordId: row.wordId, ...terms })}
      onCancel={onClose}
    >
      <WordTerms terms={terms} onChange={change => setTerms(before => ({ ...before, ...change }))} />
      <FormRefusal error={act.error} />
    </Dialog>
  )
}
