import { Button, Checkbox, Radio } from 'antd'
import { useState } from 'react'
import { useMay, useMe } from '#console/session.ts'
import { watchTask } from '#console/shared/tasks/watched.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { type ExportFormat, type ExportName, exportCalls, exportFormats } from '#contract/export/export.ts'
import { useAct } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { SmsCodeField } from '#ui/form/SmsCodeField.tsx'
import { useRemembered } from '#ui/remembered.ts'
import layout from '#ui/theme/layout.module.css'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { maskPhone } from '#values/phone.ts'
import style from './Export.module.css'

type Offer = CallAnswerWire<typeof exportCalls.offer>

interface ExportFormProps {
  source: ExportName
  filter: string
  count: number | null
  offer: Offer
  onMade: (exportId: string) => void
  onClose: () => void
}

const filesNote = `每${limits.exportFileRows / 10_000}万行一个文件，多个打包为ZIP`
const formatNotes: Record<ExportFormat, string> = {
  csv: `程序和表格软件都能打开；${filesNote}`,
  xlsx: `时间和数字可直接计算；${filesNote}`,
}

/** Columns, format and numbers of an export; whole numbers need a code. */
export function ExportForm({ source, filter, count, offer, onMade, onClose }: ExportFormProps) {
  const [columns, setColumns] = useColumnsOf(source, offer)
  const [format, setFormat] = useRemembered<ExportFormat>('export.format', 'csv')
  const [isFull, setFull] = useState(false)
  const [code, setCode] = useState('')
  const [codeError, setCodeError] = useState<string | null>(null)
  const hasPhone = offer.columns.some(column => column.kind === 'phone' && columns.includes(column.key))
  const create = useAct(exportCalls.create, {
    invalidates: [exportCalls.list],
    onDone: ({ exportId }) => {
      // If the dialog is still open at the end, it shows the result itself.
      watchTask('export', exportId)
      onMade(exportId)
    },
  })
  const input = { source, filter, columns, format, isFull: isFull && hasPhone }
  const confirm = useAct(exportCalls.confirm, {
    onDone: ({ isConfirmed }) => (isConfirmed ? create.mutate(input) : setCodeError('验证码错误或已失效，请重新获取')),
  })
  // A verified code permits one export, even if the first try was refused.
  const isConfirmed = confirm.data?.isConfirmed === true
  const submit = () => {
    setCodeError(null)
    if (!input.isFull || isConfirmed) create.mutate(input)
    else if (code.length === limits.oneTimeCodeDigits) confirm.mutate({ source, code })
    else setCodeError(`请输入${limits.oneTimeCodeDigits}位数字验证码`)
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <Chosen offer={offer} count={count} />
      <Field label="格式" isGroup>
        {() => (
          <Radio.Group className={style.radios} value={format} onChange={event => setFormat(event.target.value)}>
            {keysOf(exportFormats).map(one => (
              <Radio key={one} value={one}>
                {exportFormats[one].name}
                <span className={style.note}>{formatNotes[one]}</span>
              </Radio>
            ))}
          </Radio.Group>
        )}
      </Field>
      <ColumnsField offer={offer} columns={columns} onChange={setColumns} />
      {hasPhone ? (
        <>
          <PhonesField isFull={isFull} onChange={setFull} />
          {isFull && !isConfirmed ? <CodeField source={source} code={code} onCode={setCode} error={codeError} /> : null}
        </>
      ) : null}
      <p className={style.note}>
        最多{limits.exportRows / 10_000}万行；整个账户同时最多{limits.exportsAtOnce}个未完成的导出，现有{offer.unfinishedCount}
        个；文件保留{limits.exportDays}天。
      </p>
      <FormRefusal error={create.error ?? confirm.error} />
      <div className={`${layout.above16} ${layout.beside} ${layout.end}`}>
        <Button onClick={onClose}>取消</Button>
        <Button type="primary" htmlType="submit" disabled={columns.length === 0} loading={create.isPending || confirm.isPending}>
          开始导出
        </Button>
      </div>
    </form>
  )
}

/** The last choice of columns in this browser, as far as they still exist; at first the common ones. */
function useColumnsOf(source: ExportName, offer: Offer): [string[], (keys: string[]) => void] {
  const [chosen, setChosen] = useRemembered<string[] | null>(`export.columns.${source}`, null)
  const known = offer.columns.filter(column => (chosen ? chosen.includes(column.key) : !column.isExtra))
  return [known.map(column => column.key), setChosen]
}

/** The list's filter as text. */
function Chosen({ offer, count }: { offer: Offer; count: number | null }) {
  return (
    <div className={style.chosen}>
      <dl>
        {offer.facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {count === null ? null : (
          <div>
            <dt>数量</dt>
            <dd>约{thousands(count)}行</dd>
          </div>
        )}
      </dl>
      <p>只含此刻已有的内容；生成期间有变化的，以写入文件时为准。</p>
    </div>
  )
}

function ColumnsField({ offer, columns, onChange }: { offer: Offer; columns: string[]; onChange: (keys: string[]) => void }) {
  const all = offer.columns.map(column => column.key)
  const isAll = columns.length === all.length
  return (
    <Field label="列" isGroup error={columns.length === 0 ? '请至少选择一列' : null} hint={`已选${columns.length}列，共${all.length}列`}>
      {() => (
        <>
          <Checkbox
            checked={isAll}
            indeterminate={!isAll && columns.length > 0}
            onChange={() => onChange(isAll ? offer.columns.filter(column => !column.isExtra).map(column => column.key) : all)}
          >
            全部
          </Checkbox>
          <div className={style.columns}>
            {offer.columns.map(({ key, title }) => (
              <Checkbox
                key={key}
                checked={columns.includes(key)}
                onChange={() => onChange(all.filter(one => (one === key ? !columns.includes(key) : columns.includes(one))))}
              >
                {title}
              </Checkbox>
            ))}
          </div>
        </>
      )}
    </Field>
  )
}

function PhonesField({ isFull, onChange }: { isFull: boolean; onChange: (isFull: boolean) => void }) {
  const mayReveal = useMay('message.reveal')
  return (
    <Field label="手机号" isGroup hint={mayReveal ? undefined : '完整号码需要“查看完整号码”的权限，请联系账户所有者或管理员。'}>
      {() => (
        <Radio.Group className={style.radios} value={isFull} onChange={event => onChange(event.target.value)}>
          <Radio value={false}>
            隐藏中间四位<span className={style.note}>如 138****8000</span>
          </Radio>
          <Radio value={true} disabled={!mayReveal}>
            完整号码<span className={style.note}>需短信验证码，会记入操作日志，只有有权查看完整号码的成员能下载</span>
          </Radio>
        </Radio.Group>
      )}
    </Field>
  )
}

interface CodeFieldProps {
  source: ExportName
  code: string
  onCode: (code: string) => void
  error: string | null
}

function CodeField({ source, ...field }: CodeFieldProps) {
  const phone = useMe().data?.member.phone ?? ''
  const ask = useAct(exportCalls.askCode)
  return (
    <SmsCodeField
      {...field}
      name="export-code"
      hint={`验证码会发到您的手机 ${maskPhone(phone)}。`}
      onAsk={onSent => ask.mutate({ source }, { onSuccess: onSent })}
      isAsking={ask.isPending}
      refusal={ask.error}
    />
  )
}
