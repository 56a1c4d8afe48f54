import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type DragEvent, useRef, useState } from 'react'
import { limits } from '#values/limits.ts'
import { CallError, readAnswer } from '../call.ts'
import { downloadCsv } from './chart-csv.ts'
import { FormRefusal } from './FormRefusal.tsx'
import style from './TableFilePicker.module.css'

interface TableFilePickerProps {
  /** Where the bytes go; the name goes along in a header. */
  door: { method: 'POST'; path: string; fileNameHeader: string }
  /** Which columns the table has and how many rows it may have. */
  hint: string
  /** A file to begin with. */
  sample?: { name: string; rows: readonly (readonly string[])[] }
  onRead: (answer: unknown) => void
}

const megabytes = limits.smallFileBytes / 1024 / 1024

/** Picks a small table, by button or by dropping it, and has it read; what can't be read is said here. */
export function TableFilePicker({ door, hint, sample, onRead }: TableFilePickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isOver, setOver] = useState(false)
  const take = async (file: File | undefined) => {
    if (!file) return
    setProblem(null)
    if (file.size > limits.smallFileBytes) return setProblem(`“${file.name}”超过${megabytes}MB，请拆分后再上传`)
    setSending(true)
    try {
      onRead(await sendTable(door, file))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
    } finally {
      setSending(false)
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for those with a mouse; the button does the same. */}
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
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.txt,.xlsx"
          onChange={event => {
            void take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <Button type="primary" icon={<UploadOutlined />} loading={isSending} onClick={() => input.current?.click()}>
          选择文件
        </Button>
        <span>或拖到这里；CSV、TXT 或 XLSX，不超过 {megabytes}MB</span>
      </div>
      <p className={style.hint}>
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

async function sendTable({ method, path, fileNameHeader }: TableFilePickerProps['door'], file: File): Promise<unknown> {
  const response = await fetch(path, {
    method,
    headers: { 'Content-Type': 'application/octet-stream', [fileNameHeader]: encodeURIComponent(file.name) },
    body: file,
  }).catch(() => {
    throw new CallError(0, { code: 'network', message: '网络连接中断，请检查网络后重新选择文件' })
  })
  return readAnswer(response)
}
