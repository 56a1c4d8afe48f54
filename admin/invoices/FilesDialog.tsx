import { UploadOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useRef, useState } from 'react'
import { adminInvoiceCalls, invoiceNumberRule } from '#contract/invoicing/admin-invoice.ts'
import { DayInput } from '#ui/form/DayInput.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FileInput } from '#ui/form/FileInput.tsx'
import { useFileSending } from '#ui/form/file-sending.ts'
import { ruleMessage } from '#ui/form/form-rules.ts'
import type { PrivateFile } from '#ui/private-file.ts'
import { chinaDay } from '#values/china-time.ts'
import { limits } from '#values/limits.ts'
import { CheckedFile } from './CheckedFile.tsx'
import style from './Invoices.module.css'
import { type InvoiceOne, sendInvoiceFile, targetOf } from './invoice.ts'
import { type DialogShared, PlainDialog, useInvoiceAct } from './PlainDialog.tsx'

interface FilesDialogProps extends DialogShared {
  one: InvoiceOne
  /** The credit note (红字发票) of an invoice instead of the invoice. */
  isCreditNote: boolean
}

/**
 * The number and the files from the tax bureau's site; each file is checked against the request when it is uploaded.
 */
export function FilesDialog({ one, isCreditNote, ...shared }: FilesDialogProps) {
  const input = useRef<HTMLInputElement>(null)
  const [number, setNumber] = useState('')
  const [issuedOn, setIssuedOn] = useState(chinaDay(Date.now()))
  const [files, setFiles] = useState<PrivateFile[]>([])
  const [isTried, setTried] = useState(false)
  const issue = useInvoiceAct(adminInvoiceCalls.issue, shared)
  const reverse = useInvoiceAct(adminInvoiceCalls.reverse, shared)
  const act = isCreditNote ? reverse : issue
  const wrong = ruleMessage(invoiceNumberRule, number)
  const { isSending, problem, take } = useFileSending({
    problemOf: () => null,
    send: async file => {
      const stored = await sendInvoiceFile(one.accountId, file)
      setFiles(before => [...before, stored])
    },
  })
  const submit = () => {
    setTried(true)
    if (wrong !== null || files.length === 0) return
    const fileIds = files.map(file => file.fileId)
    if (isCreditNote) reverse.mutate({ ...targetOf(one), creditNoteNumber: number.trim(), fileIds })
    else issue.mutate({ ...targetOf(one), invoiceNumber: number.trim(), issuedOn, fileIds })
  }
  const noFile = isTried && files.length === 0 ? '请上传发票的PDF、OFD或XML文件' : null
  return (
    <PlainDialog {...shared} act={act} onSubmit={submit}>
      <Field
        label={isCreditNote ? '红字发票文件' : '发票文件'}
        id="invoice-files"
        error={problem ?? noFile}
        hint={`PDF、OFD、XML，每个不超过${limits.privateFileBytes / 1024 / 1024}MB，可以一次选多个；OFD和XML会自动核对号码、金额和购买方，PDF只保存不核对`}
      >
        {control => (
          <>
            <FileInput ref={input} multiple accept=".pdf,.ofd,.xml" onPick={files => void take(files)} />
            <Button
              id={control.id}
              aria-describedby={control['aria-describedby']}
              icon={<UploadOutlined />}
              loading={isSending}
              onClick={() => input.current?.click()}
            >
              选择文件
            </Button>
          </>
        )}
      </Field>
      {files.length > 0 ? (
        <ul className={style.files}>
          {files.map(file => (
            <CheckedFile
              key={file.fileId}
              one={one}
              file={file}
              isCreditNote={isCreditNote}
              invoiceNumber={wrong === null ? number.trim() : undefined}
              issuedOn={isCreditNote ? undefined : issuedOn}
              onRead={read => {
                if (number === '' && read.invoiceNumber) setNumber(read.invoiceNumber)
                if (number === '' && read.issuedOn) setIssuedOn(read.issuedOn)
              }}
              onRemove={() => setFiles(before => before.filter(other => other.fileId !== file.fileId))}
            />
          ))}
        </ul>
      ) : null}
      <Field
        label={isCreditNote ? '红字发票号码' : '发票号码'}
        error={act.error?.fields.invoiceNumber ?? (isTried ? wrong : null)}
        count={{ length: number.trim().length, most: 20 }}
      >
        {control => (
          <Input
            {...control}
            inputMode="numeric"
            autoComplete="off"
            value={number}
            onChange={event => {
              setNumber(event.target.value)
              if (act.error) act.reset()
            }}
          />
        )}
      </Field>
      {isCreditNote ? null : (
        <Field label="开票日期" error={act.error?.fields.issuedOn ?? null}>
          {control => (
            <DayInput
              control={control}
              least={chinaDay(Date.parse(one.askedAt))}
              most={chinaDay(Date.now())}
              value={issuedOn}
              onChange={setIssuedOn}
            />
          )}
        </Field>
      )}
    </PlainDialog>
  )
}
