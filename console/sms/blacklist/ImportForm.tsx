import { Button, Checkbox, Select } from 'antd'
import { useEffect, useState } from 'react'
import { watchTask } from '#console/shared/tasks/watched.ts'
import { blacklistImportCalls } from '#contract/blacklist/blacklist-import.ts'
import { useAct, useCall } from '#ui/call.ts'
import { Section } from '#ui/display/Facts.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FieldDrawer } from '#ui/form/FieldDrawer.tsx'
import { UnsavedWarning } from '#ui/form/UnsavedWarning.tsx'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { FileDrop } from '../broadcast/recipients/FileDrop.tsx'
import type { Upload } from '../broadcast/recipients/send-file.ts'
import style from './Blacklist.module.css'
import { ImportProgress } from './ImportProgress.tsx'
import { PlaceFields } from './PlaceFields.tsx'
import { firstPlace, placeInput, placeProblems } from './place.ts'

const sample = () => new Blob(['\ufeff手机号\r\n13800138000\r\n13900139000\r\n'], { type: 'text/csv' })

/**
 * 从文件导入: a file, its column, and settings for its numbers; then the progress. A running import stays in the address.
 */
export function ImportForm({ onClose }: { onClose: () => void }) {
  const [{ import: importId }, setUrl] = useUrlState({ import: '' })
  const [upload, setUpload] = useState<Upload | null>(null)
  const latest = useCall(blacklistImportCalls.latest, {}, { staleTimeMs: 10_000 })
  const close = () => {
    setUrl({ import: '' }, { replace: true })
    onClose()
  }
  if (importId) return <ImportProgress uploadId={importId} onClose={close} onAgain={() => setUrl({ import: '' }, { replace: true })} />
  if (upload)
    return <ImportSettings upload={upload} onClose={close} onStarted={() => setUrl({ import: upload.uploadId }, { replace: true })} />
  const { uploadId } = latest.data ?? { uploadId: null }
  return (
    <DetailDrawer onClose={close} title="从文件导入黑名单">
      <FileDrop sample={sample} hint="每行一个手机号；有多列时，下一步选择手机号所在的列。" onUpload={setUpload} />
      {uploadId ? (
        <Section title="最近的导入">
          <Button type="link" className={style.bareLink} onClick={() => setUrl({ import: uploadId }, { replace: true })}>
            查看24小时内最近一次导入的进度和结果
          </Button>
        </Section>
      ) : null}
    </DetailDrawer>
  )
}

function ImportSettings({ upload, onClose, onStarted }: { upload: Upload; onClose: () => void; onStarted: () => void }) {
  const { shape } = upload
  const [phoneColumn, setPhoneColumn] = useState(shape.phoneColumn)
  const [hasHeader, setHeader] = useState(shape.hasHeader)
  const [place, setPlace] = useState({ ...firstPlace, reason: `从文件“${upload.fileName}”导入`.slice(0, 100) })
  const [isTried, setTried] = useState(false)
  const start = useAct(blacklistImportCalls.start, {
    invalidates: [blacklistImportCalls.latest],
    onDone: (_, { uploadId }) => {
      watchTask('blacklist', uploadId)
      onStarted()
    },
  })
  useEffect(() => () => start.reset(), [start.reset])
  const begin = () => {
    setTried(true)
    if (phoneColumn === null || Object.values(placeProblems(place)).some(problem => problem !== null)) return
    start.mutate({ uploadId: upload.uploadId, phoneColumn, hasHeader, ...placeInput(place) })
  }
  return (
    <FieldDrawer
      title={`导入“${upload.fileName}”`}
      okText="开始导入"
      onSave={begin}
      isSaving={start.isPending}
      error={start.error}
      onClose={onClose}
    >
      <UnsavedWarning isUnsaved text="文件还没有开始导入，离开后需要重新上传。" />
      <Field label="手机号所在的列" error={isTried && phoneColumn === null ? '请选择手机号所在的列' : null}>
        {({ id, status }) => (
          <Select
            id={id}
            status={status}
            style={{ width: '100%' }}
            placeholder="选择一列"
            value={phoneColumn}
            options={shape.columns.map((name, index) => ({ value: index, label: columnLabel(name, shape.sample, index) }))}
            onChange={setPhoneColumn}
          />
        )}
      </Field>
      <p>
        <Checkbox checked={hasHeader} onChange={event => setHeader(event.target.checked)}>
          第一行是标题，不是号码
        </Checkbox>
      </p>
      <PlaceFields place={place} onChange={setPlace} isTried={isTried} />
    </FieldDrawer>
  )
}

/** A column's name with values of its first rows. */
const columnLabel = (name: string, rows: readonly (readonly string[])[], index: number) => {
  const cells = rows.map(row => row[index] ?? '').filter(cell => cell !== '')
  return cells.length > 0 ? `${name}（${cells.slice(0, 2).join('、')}）` : name
}
