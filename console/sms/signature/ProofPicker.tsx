import { DeleteOutlined, UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { limits } from '#values/limits.ts'
import { CallError } from '../../call.ts'
import type { FieldControl } from '../../ui/Field.tsx'
import { FileLinks } from '../../ui/FileLinks.tsx'
import { type ProofFile, proofAddress, proofProblem, proofTypes, sendProof } from './proof.ts'

interface ProofPickerProps {
  control: FieldControl
  files: readonly ProofFile[]
  onChange: (change: (files: readonly ProofFile[]) => readonly ProofFile[]) => void
  onProblem: (problem: string | null) => void
}

/** Picks files and sends them at once; what can't be taken is said beside the field. */
export function ProofPicker({ control, files, onChange, onProblem }: ProofPickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isSending, setSending] = useState(false)
  const room = limits.proofs - files.length

  const take = async (picked: File[]) => {
    const problem = picked.length > room ? `最多${limits.proofs}个文件` : (picked.map(proofProblem).find(one => one !== null) ?? null)
    onProblem(problem)
    if (problem !== null) return
    setSending(true)
    try {
      for (const file of picked) {
        const proof = await sendProof(file)
        onChange(before => [...before, proof])
      }
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      onProblem(error.message)
    } finally {
      setSending(false)
    }
  }

  return (
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
        files={files}
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
        icon={<UploadOutlined />}
        loading={isSending}
        disabled={room === 0}
        onClick={() => input.current?.click()}
      >
        选择文件
      </Button>
    </>
  )
}
