import { DeleteOutlined, FilePdfOutlined, LoadingOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { type AttestationForm, type DocumentUse, documentUses, itemName } from '#contract/account/attestation-form.ts'
import { Field } from '#ui/form/Field.tsx'
import { FileInput } from '#ui/form/FileInput.tsx'
import { useFileSending } from '#ui/form/file-sending.ts'
import { paperProblem, paperRule, paperTypes, privateFileAddress, sendPrivateFile } from '#ui/private-file.ts'
import { useTouch } from '#ui/theme/media.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import style from './Attestation.module.css'
import type { PaperFacts } from './attestation.ts'

interface PaperFieldProps {
  use: DocumentUse
  form: AttestationForm
  file: PaperFacts | null
  error: string | null
  onChange: (file: PaperFacts | null) => void
}

/** One document: picked or dropped, uploaded at once, and shown as the server stores it. */
export function PaperField({ use, form, file, error, onChange }: PaperFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const isTouch = useTouch()
  const name = itemName(use, form)

  const { isSending, problem, take } = useFileSending({
    problemOf: files => paperProblem(firstOrThrow(files)),
    send: async picked => onChange(await sendPrivateFile('attestation', picked)),
  })

  return (
    <Field label={name} error={problem ?? error} hint={`${documentUses[use].note}；${paperRule()}`}>
      {control => (
        // Dropping a file here is equivalent to the button, which works by keyboard.
        // biome-ignore lint/a11y/noStaticElementInteractions: see above
        <div
          className={style.paper}
          data-over={isOver || undefined}
          data-wrong={control['aria-invalid'] || undefined}
          onDragOver={event => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={event => {
            event.preventDefault()
            setOver(false)
            const [dropped] = event.dataTransfer.files
            if (dropped) void take([dropped])
          }}
        >
          <FileInput ref={input} data-paper={use} accept={paperTypes.join(',')} onPick={files => void take(files)} />
          {file && !isSending ? <Shown file={file} name={name} /> : null}
          <button
            type="button"
            id={control.id}
            aria-describedby={control['aria-describedby']}
            aria-label={`${file ? '更换' : '上传'}${name}`}
            className={file && !isSending ? style.change : style.pick}
            // Not disabled, which would lose the keyboard focus.
            aria-disabled={isSending}
            onClick={() => !isSending && input.current?.click()}
          >
            {isSending ? <LoadingOutlined /> : file ? null : <PlusOutlined />}
            <span>{isSending ? '正在上传' : file ? '更换' : isTouch ? '点击选择文件' : '点击或拖到这里'}</span>
          </button>
          {file && !isSending ? (
            <Button
              type="text"
              size="small"
              className={style.remove ?? ''}
              icon={<DeleteOutlined />}
              aria-label={`去掉${name}`}
              onClick={() => onChange(null)}
            />
          ) : null}
        </div>
      )}
    </Field>
  )
}

function Shown({ file, name }: { file: PaperFacts; name: string }) {
  const address = privateFileAddress(file.fileId)
  return (
    <a className={style.shown} href={address} target="_blank" rel="noreferrer" title={`${file.fileName}，在新标签页查看`}>
      {file.kind === 'pdf' ? (
        <span className={style.document}>
          <FilePdfOutlined />
          <span>{file.fileName}</span>
        </span>
      ) : (
        <img src={address} alt={`${name}：${file.fileName}`} />
      )}
    </a>
  )
}
