import { Input } from 'antd'
import { useState } from 'react'
import { useUndo } from '#console/shared/undo/use-undo.tsx'
import { blacklistCalls } from '#contract/blacklist/blacklist.ts'
import { useAct } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FieldDrawer } from '#ui/form/FieldDrawer.tsx'
import { pastedCount, pastedNote } from '#ui/form/pasted-numbers.ts'
import { limits } from '#values/limits.ts'
import { splitNumbers } from '#values/phone.ts'
import { AddResultView } from './AddResultView.tsx'
import { blacklistAnswers } from './blacklist.ts'
import { PlaceFields } from './PlaceFields.tsx'
import { firstPlace, placeInput, placeProblems } from './place.ts'

const most = limits.blacklistPastedPhones

/** 添加号码: one or many by paste; the result of each number is shown afterwards. */
export function AddForm({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [place, setPlace] = useState(firstPlace)
  const [isTried, setTried] = useState(false)
  const { offer } = useUndo()
  const add = useAct(blacklistCalls.add, {
    invalidates: blacklistAnswers,
    onDone: ({ addedCount, undoId }) => {
      if (undoId) offer(addedCount > 0 ? `已把 ${thousands(addedCount)} 个号码加入黑名单` : '已更新黑名单', undoId)
    },
  })
  const isUnsaved = text !== '' && !add.data

  const numbers = splitNumbers(text)
  const phoneCount = pastedCount(text)
  const tooMany = numbers.length > most ? `一次最多${thousands(most)}个号码，更多请从文件导入` : null
  const numbersError = tooMany ?? (isTried && numbers.length === 0 ? '请填写手机号' : null)

  const save = () => {
    setTried(true)
    if (numbers.length === 0 || tooMany !== null) return document.getElementById('blacklist-numbers')?.focus()
    if (Object.values(placeProblems(place)).some(problem => problem !== null)) return
    add.mutate({ numbers, ...placeInput(place) })
  }
  const again = () => {
    setText('')
    setTried(false)
    add.reset()
  }

  return (
    <FieldDrawer
      title="添加号码"
      okText={phoneCount > 0 ? `添加 ${thousands(phoneCount)} 个号码` : '添加'}
      onSave={save}
      isSaving={add.isPending}
      isUnsaved={isUnsaved}
      error={add.error}
      onClose={onClose}
      result={add.data && { view: <AddResultView result={add.data} />, onAgain: again }}
    >
      <Field
        label="手机号"
        id="blacklist-numbers"
        error={numbersError}
        hint={pastedNote(text) ?? '每行一个，也可以用逗号、分号隔开；可以从表格里整列粘贴'}
        count={{ length: numbers.length, most }}
      >
        {control => (
          <Input.TextArea
            {...control}
            autoFocus
            rows={8}
            placeholder={'13800138000\n13900139000'}
            value={text}
            onChange={event => setText(event.target.value)}
          />
        )}
      </Field>
      <PlaceFields place={place} onChange={setPlace} isTried={isTried} />
    </FieldDrawer>
  )
}
