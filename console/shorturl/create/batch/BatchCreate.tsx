import { Radio } from 'antd'
import { useState } from 'react'
import { Panel } from '#ui/display/Panel.tsx'
import { Field } from '#ui/form/Field.tsx'
import layout from '#ui/theme/layout.module.css'
import { firstOrThrow } from '#values/or-throw.ts'
import type { Upload } from '../../../sms/broadcast/recipients/send-file.ts'
import { BatchForm } from './BatchForm.tsx'
import { BatchList } from './BatchList.tsx'
import { BatchSource } from './BatchSource.tsx'
import type { Way } from './mapping.ts'

const ways: { value: Way; label: string; hint: string }[] = [
  {
    value: 'targets',
    label: '每行一个网址',
    hint: '文件里每个网址各创建一个短链接，可以带自定义后缀、标题、标签和失效时间；从其他平台搬家也用这种方式，后缀保持不变。',
  },
  {
    value: 'recipients',
    label: '一个网址，多个收件人',
    hint: '所有人去同一个网址，但每人一个专属短链，可以知道谁打开过。收件人可以是会员号、手机号等任何编号。',
  },
]

/** 批量创建: a file or pasted rows, the column mapping, and below the batches with their progress and results. */
export function BatchCreate() {
  const [way, setWay] = useState<Way>('targets')
  const [upload, setUpload] = useState<Upload | null>(null)
  return (
    <div className={`${layout.stack16} ${layout.shrink}`}>
      <Panel title="批量创建短链">
        <Field label="批量方式" isGroup hint={firstOrThrow(ways.filter(one => one.value === way)).hint}>
          {() => (
            <Radio.Group
              value={way}
              options={ways.map(({ value, label }) => ({ value, label }))}
              onChange={event => setWay(event.target.value)}
            />
          )}
        </Field>
        {upload ? (
          <BatchForm
            key={`${upload.uploadId}${way}`}
            upload={upload}
            way={way}
            onReplace={() => setUpload(null)}
            onStarted={() => setUpload(null)}
          />
        ) : (
          <BatchSource way={way} onUpload={setUpload} />
        )}
      </Panel>
      <BatchList />
    </div>
  )
}
