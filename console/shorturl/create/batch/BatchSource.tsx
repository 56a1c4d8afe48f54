import { Button, Input } from 'antd'
import { useState } from 'react'
import { CallError } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { limits } from '#values/limits.ts'
import { FileDrop } from '../../../sms/broadcast/recipients/FileDrop.tsx'
import { sendFile, type Upload } from '../../../sms/broadcast/recipients/send-file.ts'
import style from './Batch.module.css'
import { pastedFile, type Way } from './mapping.ts'

const samples: Record<Way, string> = {
  targets:
    '目标网址,自定义后缀,标题,标签,失效时间\r\nhttps://example.com/spring,Spring2027,春茶上新,新品、活动,2027-03-31\r\nhttps://example.com/help,,帮助中心,,\r\n',
  recipients: '收件人\r\nM10001\r\nM10002\r\n',
}
const words = {
  targets: {
    about: '网址',
    hint: '一行一个网址；自定义后缀、标题、标签、失效时间各占一列，可以没有。',
    place: 'https://example.com/spring\nhttps://example.com/help',
  },
  recipients: { about: '收件人', hint: '一行一个收件人：会员号、手机号等，最多100个字。', place: 'M10001\nM10002' },
}

/** A file, or pasted rows. */
export function BatchSource({ way, onUpload }: { way: Way; onUpload: (upload: Upload) => void }) {
  const [text, setText] = useState('')
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { about, hint, place } = words[way]
  const paste = async () => {
    const file = pastedFile(text, `粘贴的${about}.csv`)
    if (!file) return setProblem(`请粘贴${about}`)
    setSending(true)
    setProblem(null)
    try {
      onUpload(await sendFile(file, { signal: new AbortController().signal, onProgress: () => undefined }))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
    } finally {
      setSending(false)
    }
  }
  return (
    <div className={style.source}>
      <div>
        <FileDrop
          sample={() => new Blob([`\ufeff${samples[way]}`], { type: 'text/csv' })}
          about={about}
          kinds={`CSV、TXT 或 XLSX，最多 ${thousands(limits.linkBatchRows)} 行`}
          hint={hint}
          onUpload={onUpload}
        />
      </div>
      <div>
        <Field label={`或粘贴${about}`} hint="一行一个；从表格复制可以带多列">
          {({ status, ...control }) => (
            <Input.TextArea
              {...control}
              status={status}
              rows={6}
              value={text}
              placeholder={place}
              onChange={event => setText(event.target.value)}
            />
          )}
        </Field>
        <FormRefusal error={problem === null ? null : { message: problem }} />
        <Button loading={isSending} onClick={() => void paste()}>
          下一步
        </Button>
      </div>
    </div>
  )
}
