import { DeleteOutlined, UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef } from 'react'
import { type ProofUse, proofUses } from '#contract/content/signature-proof.ts'
import { FileLinks } from '#ui/display/FileLinks.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FileInput } from '#ui/form/FileInput.tsx'
import { useFileSending } from '#ui/form/file-sending.ts'
import { paperRule, paperTypes } from '#ui/private-file.ts'
import { limits } from '#values/limits.ts'
import { type ProofFile, proofAddress, proofProblem, sendProof } from './proof.ts'

interface ProofPickerProps {
  id: string
  use: ProofUse
  isOptional: boolean
  /** All files of the form, for every use. */
  files: readonly ProofFile[]
  error: string | null
  onChange: (change: (files: readonly ProofFile[]) => readonly ProofFile[]) => void
}

/** Picks the files for one use and uploads them at once; errors are shown at the field. */
export function ProofPicker({ id, use, isOptional, files, error, onChange }: ProofPickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const { name, note } = proofUses[use]
  const room = limits.proofs - files.length

  const { isSending, problem, take } = useFileSending({
    problemOf: picked =>
      picked.length > room ? `全部材料最多${limits.proofs}个文件` : (picked.map(proofProblem).find(one => one !== null) ?? null),
    send: async file => {
      const proof = await sendProof(file)
      onChange(before => [...before, { ...proof, use }])
    },
  })

  return (
    <Field label={name} id={id} isOptional={isOptional} error={problem ?? error} hint={`${note}；${paperRule(limits.proofBytes)}`}>
      {control => (
        <>
          <FileInput ref={input} multiple accept={paperTypes.join(',')} onPick={files => void take(files)} />
          <FileLinks
            files={files.filter(file => file.use === use)}
            addressOf={proofAddress}
            actionFor={file => (
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined />}
                aria-label={`去掉${file.fileName}`}
                onClick={() => onChange(before => before.filter(one => one.proofId !== file.proofId))}
              />
            )}
          />
          <Button
            id={control.id}
            aria-describedby={control['aria-describedby']}
            aria-label={`上传${name}`}
            icon={<UploadOutlined />}
            loading={isSending}
            disabled={room === 0}
            onClick={() => input.current?.click()}
          >
            选择文件
          </Button>
        </>
      )}
    </Field>
  )
}
