import { Button } from 'antd'
import { useRef } from 'react'
import { Field } from '#ui/form/Field.tsx'
import { FileInput } from '#ui/form/FileInput.tsx'
import { useFileSending } from '#ui/form/file-sending.ts'
import { type PrivateFile, paperProblem, paperRule, paperTypes, privateFileAddress, sendPrivateFile } from '#ui/private-file.ts'
import layout from '#ui/theme/layout.module.css'
import { firstOrThrow } from '#values/or-throw.ts'
import style from './Recharge.module.css'

/** The bank's slip of a transfer: uploaded when it is picked, and shown as the server stores it. */
export function SlipField({
  slip,
  error,
  onChange,
}: {
  slip: PrivateFile | null
  error: string | null
  onChange: (slip: PrivateFile) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const { isSending, problem, take } = useFileSending({
    problemOf: files => paperProblem(firstOrThrow(files)),
    send: async file => onChange(await sendPrivateFile('bank-slip', file)),
  })
  return (
    <Field label="银行回单" id="slip" error={problem ?? error} hint={`${paperRule()}；须看得清户名、金额和日期。`}>
      {({ status, ...control }) => (
        <div className={`${layout.row12} ${layout.centered} ${style.slip}`}>
          <FileInput ref={input} data-slip accept={paperTypes.join(',')} onPick={files => void take(files)} />
          {slip && slip.kind !== 'pdf' ? (
            <a href={privateFileAddress(slip.fileId)} target="_blank" rel="noreferrer">
              <img src={privateFileAddress(slip.fileId)} alt={`银行回单：${slip.fileName}`} />
            </a>
          ) : null}
          {slip ? <span>{slip.fileName}</span> : null}
          <Button
            {...control}
            // The label names the field; the button names its action.
            aria-label={slip ? '更换回单' : '上传回单'}
            danger={status === 'error'}
            loading={isSending}
            onClick={() => input.current?.click()}
          >
            {slip ? '更换回单' : '上传回单'}
          </Button>
        </div>
      )}
    </Field>
  )
}
