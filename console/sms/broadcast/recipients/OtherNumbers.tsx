import { Button } from 'antd'
import { useState } from 'react'
import { ownColumnCount } from '#contract/recipients/upload.ts'
import layout from '#ui/theme/layout.module.css'
import { AddChoice } from './AddChoice.tsx'
import type { Texts } from './mapping.ts'
import { NewNumbers } from './NewNumbers.tsx'
import type { Upload } from './send-file.ts'

interface OtherNumbersProps {
  /** The checked list, which stays until others are chosen. */
  base: Upload
  texts: Texts
  /** Whether others were asked for to be added; repaired rows are recognized in any case. */
  isAdding: boolean
  onTake: (upload: Upload) => void
  onBack: () => void
}

/** More numbers, or others, beside a checked list. */
export function OtherNumbers({ base, texts, isAdding, onTake, onBack }: OtherNumbersProps) {
  const [added, setAdded] = useState<Upload | null>(null)
  if (added) return <AddChoice base={base} added={added} onAdded={onTake} onReplace={() => onTake(added)} onBack={onBack} />
  return (
    <div className={layout.stack16}>
      <NewNumbers texts={texts} onUpload={next => (isAdding || isOfRefusedRows(next) ? setAdded(next) : onTake(next))} />
      <div>
        <Button onClick={onBack}>返回原来的号码</Button>
      </div>
    </div>
  )
}

const isOfRefusedRows = ({ shape }: Upload) => ownColumnCount(shape.columns) < shape.columns.length
