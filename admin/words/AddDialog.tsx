import { Button, Input } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { adminWordCalls, wordFileRoute } from '#contract/forbidden-words/admin-word.ts'
import { allWordKinds } from '#contract/forbidden-words/word.ts'
import { useAct } from '#ui/call.ts'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { TableFilePicker } from '#ui/form/TableFilePicker.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { limits } from '#values/limits.ts'
import style from './Words.module.css'
import { type Terms, WordTerms } from './WordTerms.tsx'
import { type NewWord, wordAnswers } from './word.ts'

type ReadFile = z.input<typeof wordFileRoute.answer>

const sample = {
  name: '违禁词模板',
  rows: [
    ['违禁词', '处理', '适用内容', '说明'],
    ['德州扑克', '禁止', '', '涉赌'],
    ['众筹', '人工审核', '推广、签名', '须有相应资质'],
  ],
}
/** Words are separated by line breaks or commas. */
const splitWords = (text: string) =>
  text
    .split(/[\n,，、;；\t]+/)
    .map(word => word.trim())
    .filter(word => word !== '')

/**
 * 添加违禁词: one or many by paste with the same settings, or a table with its own; reports each word that was not added.
 */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [terms, setTerms] = useState<Terms>({ level: 'reject', kinds: [...allWordKinds], remark: '' })
  const [file, setFile] = useState<ReadFile | null>(null)
  const act = useAct(adminWordCalls.add, { invalidates: wordAnswers })
  const pasted: NewWord[] = splitWords(text).map(word => ({ word, ...terms }))
  const words = [...pasted, ...(file?.words ?? [])]
  const isWrong = words.length === 0 || words.length > limits.wordsAtOnce || (pasted.length > 0 && terms.kinds.length === 0)
  if (act.data) return <Added answer={act.data} onClose={onClose} />
  return (
    <Dialog
      open
      width={640}
      title="添加违禁词"
      okText={words.length === 0 ? '添加' : `添加 ${words.length} 个`}
      cancelText="取消"
      okButtonProps={{ disabled: isWrong }}
      confirmLoading={act.isPending}
      onOk={() => act.mutate({ words })}
      onCancel={onClose}
    >
      <Field
        label="违禁词"
        hint="每行一个，也可以用逗号、顿号隔开；不用写各种变体"
        count={{ length: pasted.length, most: limits.wordsAtOnce }}
      >
        {control => <Input.TextArea {...control} autoFocus rows={4} value={text} onChange={event => setText(event.target.value)} />}
      </Field>
      <WordTerms terms={terms} onChange={change => setTerms(before => ({ ...before, ...change }))} />
      <TableFilePicker
        route={wordFileRoute}
        hint={`或导入表格：须有“违禁词”一列；“处理”不填为人工审核，“适用内容”不填为全部。一次最多 ${limits.wordsAtOnce} 个。`}
        sample={sample}
        onRead={answer => setFile(answer)}
      />
      {file ? <FileFacts file={file} /> : null}
      <FormRefusal error={act.error} />
    </Dialog>
  )
}

function FileFacts({ file }: { file: ReadFile }) {
  return (
    <div aria-live="polite">
      <p>
        {file.fileName}：读到 <b>{file.words.length}</b> 个词
        {file.problems.length > 0 ? `，${file.problems.length} 行没有读懂` : ''}。
      </p>
      <ul className={style.problems}>
        {file.problems.map(({ line, problem }) => (
          <li key={line}>
            第 {line} 行：{problem}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface AddedProps {
  answer: { addedCount: number; refused: { word: string; reason: string }[] }
  onClose: () => void
}

function Added({ answer: { addedCount, refused }, onClose }: AddedProps) {
  return (
    <Dialog
      open
      title="添加结果"
      onCancel={onClose}
      footer={
        <Button type="primary" autoFocus onClick={onClose}>
          完成
        </Button>
      }
    >
      <p>
        已添加 <b>{addedCount}</b> 个，下一次检查起生效。{refused.length > 0 ? `${refused.length} 个没有添加：` : ''}
      </p>
      <ul className={style.problems}>
        {refused.map(({ word, reason }) => (
          <li key={word + reason}>
            {word}：{reason}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
