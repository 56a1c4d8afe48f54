import { Button, Radio } from 'antd'
import { useState } from 'react'
import { uploadCalls } from '#contract/recipients/upload.ts'
import { useAct, useCall } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import layout from '#ui/theme/layout.module.css'
import style from './Recipients.module.css'
import type { Upload } from './send-file.ts'

interface AddChoiceProps {
  /** The checked list. */
  base: Upload
  added: Upload
  onAdded: (upload: Upload) => void
  onReplace: () => void
  onBack: () => void
}

/** A second file beside a checked list: its rows are added, or it takes the list's place. */
export function AddChoice({ base, added, onAdded, onReplace, onBack }: AddChoiceProps) {
  const pair = { uploadId: base.uploadId, addedId: added.uploadId }
  const preview = useCall(uploadCalls.addition, pair)
  const [isChosen, setChosen] = useState(true)
  const add = useAct(uploadCalls.add, { onDone: onAdded })
  if (!preview.data && !preview.error) return <PageSkeleton />
  const mayAdd = preview.data !== undefined
  const isAdding = isChosen && mayAdd
  return (
    <>
      <Field label={`怎么用“${added.fileName}”`} isGroup>
        {() => (
          <Radio.Group
            className={style.consent}
            value={isAdding}
            onChange={event => setChosen(event.target.value === true)}
            options={[
              { value: true, label: preview.data ? addText(preview.data) : '补充到原来的号码', disabled: !mayAdd },
              { value: false, label: preview.data ? `替换，只用这个文件的 ${thousands(preview.data.rowCount)} 行` : '替换，只用这个文件' },
            ]}
          />
        )}
      </Field>
      <FormRefusal error={preview.error ?? add.error} />
      <div className={layout.row}>
        <Button type="primary" loading={add.isPending} onClick={() => (isAdding ? add.mutate(pair) : onReplace())}>
          {isAdding ? '补充并检查号码' : '替换号码'}
        </Button>
        <Button onClick={onBack}>返回原来的号码</Button>
      </div>
    </>
  )
}

function addText({ rowCount, repairedCount, keptCount }: { rowCount: number; repairedCount: number; keptCount: number }): string {
  const newCount = rowCount - repairedCount
  if (repairedCount === 0) return `补充，保留原来的 ${thousands(keptCount)} 行，加上这个文件的 ${thousands(rowCount)} 行`
  const repaired = `补充，改正原来未通过的 ${thousands(repairedCount)} 行，其余 ${thousands(keptCount)} 行不变`
  return newCount > 0 ? `${repaired}，另加 ${thousands(newCount)} 行` : repaired
}
