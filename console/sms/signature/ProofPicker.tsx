import { DeleteOutlined, UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { type ProofUse, proofUses } from '#contract/signature-proof.ts'
import { limits } from '#values/limits.ts'
import { CallError } from '../../call.ts'
import { Field } from '../../ui/Field.tsx'
import { FileLinks } from '../../ui/FileLinks.tsx'
import { type ProofFile, proofAddress, proofProblem, proofTypes, sendProof } from './proof.ts'

interface ProofPickerProps {
  id: string
  use: ProofUse
  isOptional: boolean
  /** All that the form holds, for every use. */
  files: readonly ProofFile[]
  error: string | null
  onChange: (change: (files: readonly ProofFile[]) => readonly ProofFile[]) => void
}

/** Picks the files for one use and sends them at once; what can't be taken is said beside the field. */
export function ProofPicker({ id, use, isOptional, files, error, onChange }: ProofPickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { name, note } = proofUses[use]
  const room = limits.proofs - files.length

  const take = async (picked: File[]) => {
    const wrong = picked.length > room ? `全部材料最多${limits.proofs}个文件` : (picked.map(proofProblem).find(one => one !== null) ?? null)
    setProblem(wrong)
    if (wrong !== null) return
    setSending(true)
    try {
      for (const file of picked) {
        const proof = await sendProof(file)
        onChange(before => [...before, { ...proof, use }])
      }
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
    } finally {
      setSending(false)
    }
  }

  return (
    <Field label={name} id={id} isOptional={isOptional} error={problem ?? error} hint={note}>
      {control => (
        <>
          <input
            ref={input}
            type="file"
            hidden
            multiple
            accept={proofTypes.join(',')}
            onChange={event => {
              void take([...(event.target.files ?? [])])
              event.target.value = ''
            }}
          />
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
