import { Button } from 'antd'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { CallError } from '#ui/call.ts'
import { saveFile } from '#ui/csv-file.ts'
import { thousands } from '#ui/display/Count.tsx'
import { ProgressBar } from '#ui/display/ProgressBar.tsx'
import { FileInput } from '#ui/form/FileInput.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { UnsavedWarning } from '#ui/form/UnsavedWarning.tsx'
import { useTouch } from '#ui/theme/media.ts'
import { limits } from '#values/limits.ts'
import style from './Recipients.module.css'
import { fileProblem, sendFile, type Upload } from './send-file.ts'

interface FileDropProps {
  /** A sample file for download. */
  sample: () => Blob
  /** Description of the columns. */
  hint?: string
  /** Content and size limit of the file. */
  about?: string
  kinds?: string
  onUpload: (upload: Upload) => void
}

const numberKinds = `CSV、TXT、XLSX 或手机通讯录 VCF，最大 ${limits.uploadBytes / 1024 / 1024} MB、${thousands(limits.uploadRows)} 行`

interface Sending {
  file: File
  sentBytes: number
  startedAtMs: number
  abort: AbortController
}

/** Upload area for a file, by click or drag and drop, with progress. */
export function FileDrop({
  sample,
  hint = '手机号和每个模板变量各占一列，顺序不限。',
  about = '号码',
  kinds = numberKinds,
  onUpload,
}: FileDropProps) {
  const [sending, setSending] = useState<Sending | null>(null)
  const [error, setError] = useState<{ message: string } | null>(null)
  const [isOver, setIsOver] = useState(false)
  const isTouch = useTouch()
  const input = useRef<HTMLInputElement>(null)
  const current = useRef<AbortController | null>(null)
  useEffect(() => () => current.current?.abort(), [])
  useEffect(() => {
    // The browser would open a file that is dropped outside of the field instead of the console.
    const ignore = (event: Event) => event.preventDefault()
    for (const name of ['dragover', 'drop']) addEventListener(name, ignore)
    return () => {
      for (const name of ['dragover', 'drop']) removeEventListener(name, ignore)
    }
  }, [])
  const take = async (file: File | undefined) => {
    if (!file) return
    const problem = fileProblem(file)
    setError(problem === null ? null : { message: problem })
    if (problem !== null) return
    const abort = new AbortController()
    current.current = abort
    setSending({ file, sentBytes: 0, startedAtMs: Date.now(), abort })
    const onProgress = (sentBytes: number) => setSending(before => before && { ...before, sentBytes })
    try {
      onUpload(await sendFile(file, { signal: abort.signal, onProgress }))
    } catch (failure) {
      if (!abort.signal.aborted) setError(failure instanceof CallError ? failure : { message: '文件没能上传，请重试' })
    } finally {
      setSending(null)
    }
  }
  const onDrag = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(event.type === 'dragover')
  }
  if (sending) return <SendingProgress sending={sending} />
  return (
    <>
      <section
        className={style.drop}
        data-over={isOver}
        aria-label="上传文件"
        onDragOver={onDrag}
        onDragLeave={onDrag}
        onDrop={event => {
          onDrag(event)
          void take(event.dataTransfer.files[0])
        }}
      >
        {isTouch ? null : <p>将文件拖到这里，或</p>}
        <Button type="primary" onClick={() => input.current?.click()}>
          {isTouch ? '点击选择文件' : '选择文件'}
        </Button>
        <p className={style.note}>{kinds}，UTF-8、GBK、UTF-16 均可</p>
        <FileInput
          ref={input}
          aria-label={`${about}文件`}
          accept=".csv,.txt,.xlsx,.vcf,text/csv,text/plain,text/vcard"
          onPick={([file]) => void take(file)}
        />
      </section>
      <p className={style.note}>
        {hint}
        <button type="button" className={style.link} onClick={() => saveFile(sample(), `${about}示例.csv`)}>
          下载示例文件
        </button>
      </p>
      <FormRefusal error={error} />
    </>
  )
}

function SendingProgress({ sending: { file, sentBytes, startedAtMs, abort } }: { sending: Sending }) {
  const seconds = (Date.now() - startedAtMs) / 1000
  const isSent = sentBytes >= file.size
  const remaining = seconds < 1 || sentBytes === 0 ? null : Math.ceil((seconds / sentBytes) * (file.size - sentBytes))
  const note = isSent
    ? '正在识别文件内容'
    : `${megabytes(sentBytes)} / ${megabytes(file.size)}${remaining === null ? '' : `，约剩 ${duration(remaining)}`}`
  return (
    <>
      <UnsavedWarning isUnsaved text="文件还在上传，离开后需要重新上传。" />
      <ProgressBar
        label={`正在上传 ${file.name}`}
        share={sentBytes / file.size}
        note={note}
        action={
          <Button size="small" onClick={() => abort.abort()}>
            取消上传
          </Button>
        }
      />
    </>
  )
}

export const megabytes = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
const duration = (seconds: number) => (seconds < 60 ? `${seconds} 秒` : `${Math.ceil(seconds / 60)} 分钟`)
