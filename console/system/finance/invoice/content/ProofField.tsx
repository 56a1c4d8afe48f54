import { DeleteOutlined, UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef } from 'react'
import { Field } from '#ui/form/Field.tsx'
import { FileInput } from '#ui/form/FileInput.tsx'
import { useFileSending } from '#ui/form/file-sending.ts'
import { paperProblem, paperRule, paperTypes, privateFileAddress, sendPrivateFile } from '#ui/private-file.ts'
import layout from '#ui/theme/layout.module.css'
import { firstOrThrow } from '#values/or-throw.ts'
import style from './Title.module.css'
import type { TitleDraft } from './title.ts'

/** The proof of a general taxpayer: uploaded as soon as it is picked. */
export function ProofField({ proof, onChange }: { proof: TitleDraft['proof']; onChange: (proof: TitleDraft['proof']) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const { isSending, problem, take } = useFileSending({
    problemOf: files => paperProblem(firstOrThrow(files)),
    send: async file => {
      const { fileId, fileName } = await sendPrivateFile('invoice-title', file)
      onChange({ fileId, fileName })
    },
  })
  return (
    <Field
      label="一般纳税人证明"
      id="title-proof"
      isOptional
      error={problem}
      hint={`税务登记表或一般纳税人认定书，${paperRule()}；附上能加快审核`}
    >
      {control => (
        <div className={`${layout.line} ${style.proof}`}>
          <FileInput ref={input} accept={paperTypes.join(',')} onPick={files => void take(files)} />
          <Button
            id={control.id}
            aria-describedby={control['aria-describedby']}
            icon={<UploadOutlined />}
            loading={isSending}
            onClick={() => input.current?.click()}
          >
            {proof ? '更换文件' : '选择文件'}
          </Button>
          {proof ? (
            <>
              <a href={privateFileAddress(proof.fileId)} target="_blank" rel="noreferrer">
                {proof.fileName}
              </a>
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined />}
                aria-label={`去掉${proof.fileName}`}
                onClick={() => onChange(null)}
              />
            </>
          ) : null}
        </div>
      )}
    </Field>
  )
}
