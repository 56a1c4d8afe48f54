import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type DragEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import { downloadCsv } from '#ui/csv-file.ts'
import { type FileRoute, sendFileTo } from '#ui/file-route.ts'
import layout from '#ui/theme/layout.module.css'
import { useTouch } from '#ui/theme/media.ts'
import { limits } from '#values/limits.ts'
import { FileInput } from './FileInput.tsx'
import { FormRefusal } from './FormRefusal.tsx'
import { useFileSending } from './file-sending.ts'
import style from './TableFilePicker.module.css'

interface TableFilePickerProps<Answer extends z.ZodType> {
  /** The upload route; the file's name is sent in a header. */
  route: FileRoute<Answer>
  /** The columns of the table and its maximum of rows. */
  hint: string
  /** A sample file to begin with. */
  sample?: { name: string; rows: readonly (readonly string[])[] }
  /** Another file was picked: what was read before no longer counts. */
  onPick?: () => void
  onRead: (answer: z.input<Answer>) => void
}

const megabytes = limits.smallFileBytes / 1024 / 1024

/** Picks a small table by button or drag and drop, and uploads it; shows why it can't be read. */
export function TableFilePicker<Answer extends z.ZodType>({ route, hint, sample, onPick, onRead }: TableFilePickerProps<Answer>) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const isTouch = useTouch()
  const sending = useFileSending({
    problemOf: ([file]) => (file && file.size > limits.smallFileBytes ? `“${file.name}”超过${megabytes}MB，请拆分后再上传` : null),
    send: async file => onRead(await sendFileTo(route, file)),
  })
  const { isSending, problem } = sending
  const take = (files: readonly File[]) => {
    onPick?.()
    void sending.take(files)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped) take([dropped])
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a mouse shortcut; the button does the same. */}
      <div
        className={style.drop}
        data-over={isOver || undefined}
        onDragOver={event => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <FileInput ref={input} accept=".csv,.txt,.xlsx" onPick={take} />
        <Button type="primary" icon={<UploadOutlined />} loading={isSending} onClick={() => input.current?.click()}>
          选择文件
        </Button>
        <span>
          {isTouch ? '' : '或拖到这里；'}CSV、TXT 或 XLSX，不超过 {megabytes}MB
        </span>
      </div>
      <p className={`${layout.above8} ${layout.lead}`}>
        {hint}
        {sample ? (
          <>
            {' '}
            <Button type="link" size="small" onClick={() => downloadCsv(sample.name, sample.rows)}>
              下载模板
            </Button>
          </>
        ) : null}
      </p>
      <FormRefusal error={problem === null ? null : { message: problem }} />
    </>
  )
}
