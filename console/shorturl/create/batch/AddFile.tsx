import { App, Button } from 'antd'
import { useRef, useState } from 'react'
import { watchTask } from '#console/shared/tasks/watched.ts'
import { homeCalls } from '#contract/home/home.ts'
import { linkBatchCalls, linkBatchRefusedRoute } from '#contract/links/link-batch.ts'
import { CallError, useAct } from '#ui/call.ts'
import { FileInput } from '#ui/form/FileInput.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import layout from '#ui/theme/layout.module.css'
import { fileProblem, sendFile } from '../../../sms/broadcast/recipients/send-file.ts'
import style from './Batch.module.css'

/** The refused rows of an ended batch to download, and a file of repaired or further rows to add to it. */
export function AddFile({ linkBatchId }: { linkBatchId: string }) {
  const { message } = App.useApp()
  const input = useRef<HTMLInputElement>(null)
  const [isSending, setSending] = useState(false)
  const add = useAct(linkBatchCalls.add, {
    invalidates: [linkBatchCalls.list, homeCalls.frame],
    onDone: () => {
      watchTask('batch', linkBatchId)
      void message.success('已补充到这一批，继续创建')
    },
  })
  const send = async (file: File) => {
    const problem = fileProblem(file)
    if (problem) return void message.error(problem)
    setSending(true)
    try {
      const { uploadId } = await sendFile(file, { signal: new AbortController().signal, onProgress: () => undefined })
      add.mutate({ linkBatchId, uploadId })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      void message.error(error.message)
    } finally {
      setSending(false)
    }
  }
  return (
    <div className={style.acts}>
      <a href={`${linkBatchRefusedRoute.path}?linkBatchId=${linkBatchId}`} download>
        下载没有创建的行
      </a>
      <Button type="link" size="small" loading={isSending || add.isPending} onClick={() => input.current?.click()}>
        上传改好的文件
      </Button>
      <FileInput
        ref={input}
        accept=".csv,.txt,.xlsx"
        aria-label="改好的文件"
        onPick={files => files.slice(0, 1).forEach(file => void send(file))}
      />
      <span className={layout.note}>原来的各列加上行号和原因；改好后补充到这一批，已创建的不变</span>
      <FormRefusal error={add.error} />
    </div>
  )
}
