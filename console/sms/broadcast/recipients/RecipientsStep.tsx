import { Button } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { signatureCalls } from '#contract/content/signature.ts'
import { templateCalls } from '#contract/content/template.ts'
import { type UploadReport, uploadCalls } from '#contract/recipients/upload.ts'
import { useAct, useCall } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import type { PreviewMessage } from '#ui/display/PhonePreview.tsx'
import { ProgressBar } from '#ui/display/ProgressBar.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { FocusKeeper, useSaid } from '#ui/frame/FocusKeeper.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { useIntervalWhile } from '#ui/interval.ts'
import layout from '#ui/theme/layout.module.css'
import { megabytes } from './FileDrop.tsx'
import { MappingForm } from './MappingForm.tsx'
import { type ChosenLink, firstMapping, mapInput, type Texts } from './mapping.ts'
import { NewNumbers } from './NewNumbers.tsx'
import { OtherNumbers } from './OtherNumbers.tsx'
import style from './Recipients.module.css'
import { Report } from './Report.tsx'
import type { Upload } from './send-file.ts'

interface RecipientsStepProps {
  signatureId: string
  templateId: string
  /** The draft's upload, in any state. */
  uploadId?: string
  /** Called with the upload before it is ready; '' when it was removed. */
  onUpload?: (uploadId: string) => void
  /** It is ready for this signature and template. */
  onReady: (upload: { uploadId: string; report: UploadReport }) => void
  /** The short link of the draft. */
  link?: ChosenLink | null
  onLink?: (link: ChosenLink | null) => void
  /** Preview messages of the first rows, while the columns are being mapped; null when there is nothing to show. */
  onPreview?: (messages: PreviewMessage[] | null) => void
}

/** ② Recipients: a file or pasted numbers, the column mapping, and the report on them. */
export function RecipientsStep({ signatureId, templateId, ...props }: RecipientsStepProps) {
  const signature = useCall(signatureCalls.one, { signatureId })
  const template = useCall(templateCalls.one, { templateId })
  const error = signature.error ?? template.error
  const texts = useMemo(
    (): Texts | null =>
      signature.data && template.data
        ? {
            signatureId,
            templateId,
            signatureText: signature.data.text,
            templateText: template.data.text,
            kind: template.data.kind,
            variables: template.data.variables,
          }
        : null,
    [signatureId, templateId, signature.data, template.data],
  )
  if (error)
    return (
      <ErrorPanel title="签名和模板没能加载" error={error} onRetry={() => void Promise.all([signature.refetch(), template.refetch()])} />
    )
  return <FocusKeeper label="号码名单">{texts ? <Recipients texts={texts} {...props} /> : <PageSkeleton />}</FocusKeeper>
}

const readingPollMs = 700

function Recipients({
  texts,
  uploadId = '',
  onUpload,
  onReady,
  link = null,
  onLink,
  onPreview,
}: Omit<RecipientsStepProps, 'signatureId' | 'templateId'> & { texts: Texts }) {
  const [ownId, setOwnId] = useState(uploadId)
  const [isRemapping, setIsRemapping] = useState(false)
  const query = useCall(uploadCalls.one, { uploadId: ownId }, { enabled: ownId !== '', staleTimeMs: 0 })
  const map = useAct(uploadCalls.map, { invalidates: [uploadCalls.one] })
  const upload = query.data
  const state = upload?.state
  const isFor = upload?.mapping?.signatureId === texts.signatureId && upload.mapping.templateId === texts.templateId
  const readyReport = state === 'ready' && isFor ? (upload?.report ?? null) : null
  useIntervalWhile(state === 'reading', () => query.refetch(), readingPollMs)
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once for each report, whichever callback is passed.
  useEffect(() => {
    if (readyReport) onReady({ uploadId: ownId, report: readyReport })
  }, [ownId, readyReport])
  useEffect(() => {
    if (state === 'reading') setIsRemapping(false)
  }, [state])
  // A choice among the rows checks them again: the report stays meanwhile, and with it the focus and the place.
  const [kept, keep] = useState<UploadReport | null>(null)
  useEffect(() => {
    if (readyReport) keep(readyReport)
    else if (state !== 'reading') keep(null)
  }, [readyReport, state])
  useSaid(saidOf(upload, readyReport))
  // Other numbers are chosen while the checked list stays.
  const [choosing, setChoosing] = useState<'add' | 'replace' | null>(null)
  const take = (next: Upload | null) => {
    setChoosing(null)
    setOwnId(next?.uploadId ?? '')
    keep(null)
    setIsRemapping(false)
    onUpload?.(next?.uploadId ?? '')
    // Pasted numbers without variables need no mapping.
    const input =
      next?.state === 'received' && next.shape.columns.length === 1 ? mapInput(next.uploadId, firstMapping(next, texts), texts) : null
    if (input && texts.variables.length === 0) map.mutate(input)
  }
  if (query.error) {
    if (query.error.status === 404) return <NewNumbers texts={texts} onUpload={take} />
    return <ErrorPanel title="号码文件没能加载" error={query.error} onRetry={() => void query.refetch()} />
  }
  if (ownId !== '' && !upload) return <PageSkeleton />
  if (!upload || state === 'canceled') return <NewNumbers texts={texts} onUpload={take} />
  const report = readyReport ?? (state === 'reading' ? kept : null)
  const reading = <Reading upload={upload} onGone={() => take(null)} />
  if (state === 'reading' && !report) return reading
  if (choosing)
    return <OtherNumbers base={upload} texts={texts} isAdding={choosing === 'add'} onTake={take} onBack={() => setChoosing(null)} />
  const isMapping = isRemapping || report === null
  return (
    <div className={`${layout.stack16} ${style.stack}`}>
      {state === 'reading' ? (
        reading
      ) : (
        <FileHead
          upload={upload}
          isMapping={isMapping}
          onRemap={() => {
            keep(null)
            setIsRemapping(true)
          }}
          onAdd={() => setChoosing('add')}
          onReplace={() => (readyReport ? setChoosing('replace') : take(null))}
        />
      )}
      <FormRefusal error={state === 'failed' && upload.failure ? { message: upload.failure } : null} />
      {state === 'ready' && !isFor ? <p className={style.note}>签名或模板已更换，请重新对应列，号码会按新的内容再检查一遍。</p> : null}
      {isMapping ? (
        <MappingForm key={`${upload.uploadId} ${texts.templateId}`} upload={upload} {...{ texts, link, onLink, onPreview }} />
      ) : (
        <Report upload={upload} report={report} onRepair={() => setChoosing('add')} />
      )}
    </div>
  )
}

/** Where the check of the numbers stands. */
function saidOf(upload: Upload | undefined, report: UploadReport | null): string {
  if (!upload || upload.state === 'canceled') return ''
  if (upload.state === 'reading') return `正在检查 ${upload.fileName}`
  if (!report) return `${upload.fileName} 已上传，请对应各列`
  return `检查完成，可发送 ${thousands(report.validCount)} 行，未通过 ${thousands(report.rowCount - report.validCount)} 行`
}

function FileHead({
  upload,
  isMapping,
  onRemap,
  onAdd,
  onReplace,
}: {
  upload: Upload
  isMapping: boolean
  onRemap: () => void
  onAdd: () => void
  onReplace: () => void
}) {
  return (
    <div className={style.file}>
      <span className={style.fileName}>
        <b>{upload.fileName}</b>
        <span className={style.note}>{upload.rowCount === null ? megabytes(upload.byteCount) : `${thousands(upload.rowCount)} 行`}</span>
        {isMapping ? null : <StateTag tone="good">检查完成</StateTag>}
      </span>
      <span>
        {isMapping ? null : (
          <>
            <Button type="link" size="small" onClick={onRemap}>
              重新对应列
            </Button>
            <Button type="link" size="small" onClick={onAdd}>
              补充号码
            </Button>
          </>
        )}
        <Button type="link" size="small" onClick={onReplace}>
          更换号码
        </Button>
      </span>
    </div>
  )
}

function Reading({ upload, onGone }: { upload: Upload; onGone: () => void }) {
  const cancel = useAct(uploadCalls.cancel, { onDone: onGone })
  const { progress } = upload
  return (
    <>
      <ProgressBar
        label={`正在检查 ${upload.fileName}`}
        share={progress ? progress.readBytes / Math.max(1, progress.totalBytes) : 0}
        note={progress ? `已检查 ${thousands(progress.rowCount)} 行，可以先去做别的，进度会保留` : '正在排队'}
        action={
          <Button size="small" loading={cancel.isPending} onClick={() => cancel.mutate({ uploadId: upload.uploadId })}>
            取消
          </Button>
        }
      />
      <FormRefusal error={cancel.error} />
    </>
  )
}
