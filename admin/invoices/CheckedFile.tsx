import { DeleteOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { adminInvoiceCalls } from '#contract/invoicing/admin-invoice.ts'
import { useCall } from '#ui/call.ts'
import { StateTag } from '#ui/display/StateTag.tsx'
import type { PrivateFile } from '#ui/private-file.ts'
import style from './Invoices.module.css'
import { fileAddress, type InvoiceOne, targetOf } from './invoice.ts'

interface CheckedFileProps {
  one: InvoiceOne
  file: PrivateFile
  isCreditNote: boolean
  /** The typed number so far; undefined: none yet. */
  invoiceNumber: string | undefined
  issuedOn: string | undefined
  /** The file's own data: fills untouched fields. */
  onRead: (read: { invoiceNumber: string | null; issuedOn: string | null }) => void
  onRemove: () => void
}

/** An uploaded file, and its deviations from the expected data. */
export function CheckedFile({ one, file, isCreditNote, invoiceNumber, issuedOn, onRead, onRemove }: CheckedFileProps) {
  const { fileId, fileName } = file
  const query = useCall(adminInvoiceCalls.check, {
    ...targetOf(one),
    fileId,
    invoiceNumber,
    issuedOn,
    isCreditNote: isCreditNote ? 'true' : 'false',
  })
  const isReported = useRef(false)
  useEffect(() => {
    if (isReported.current || !query.data) return
    isReported.current = true
    onRead(query.data)
  }, [query.data, onRead])
  return (
    <li>
      <header>
        <a href={fileAddress(one.accountId, fileId)} target="_blank" rel="noreferrer">
          {fileName}
        </a>
        <Verdict kind={file.kind} check={query.data} error={query.error} />
        <Button type="text" size="small" icon={<DeleteOutlined />} aria-label={`去掉${fileName}`} onClick={onRemove} />
      </header>
      {query.data && query.data.differences.length > 0 ? (
        <ul className={style.difference}>
          {query.data.differences.map(({ field, name, expected, found, isFatal }) => (
            <li key={field} data-soft={isFatal ? undefined : true}>
              {name}：应为 {expected}，文件是 {found}
              {isFatal ? '' : '（税额尾差，请核对后登记）'}
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  )
}

interface VerdictProps {
  kind: PrivateFile['kind']
  check: { isRead: boolean; differences: { isFatal: boolean }[] } | undefined
  error: { message: string } | null
}

function Verdict({ kind, check, error }: VerdictProps) {
  if (error) return <StateTag tone="bad">{error.message}</StateTag>
  if (!check) return <StateTag tone="progress">核对中</StateTag>
  if (kind === 'pdf') return <StateTag tone="ended">PDF不核对，请人工核对</StateTag>
  if (!check.isRead) return <StateTag tone="waiting">读不出发票内容，请人工核对</StateTag>
  if (check.differences.length === 0) return <StateTag tone="good">与申请一致</StateTag>
  return check.differences.some(one => one.isFatal) ? (
    <StateTag tone="bad">与申请不一致</StateTag>
  ) : (
    <StateTag tone="waiting">有税额尾差</StateTag>
  )
}
