import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { pathTo } from '#admin/paths.ts'
import { adminInvoiceCalls } from '#contract/invoicing/admin-invoice.ts'
import { confirmStates } from '#contract/invoicing/invoice-state.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import { useCall } from '#ui/call.ts'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { State, StateTag } from '#ui/display/StateTag.tsx'
import { Timeline } from '#ui/display/Timeline.tsx'
import { invoiceMediaNames, invoiceStateTags, invoiceStepNames, reversalReasonNames, reversalStateTags } from '#ui/labels/invoicing.ts'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import { isKeyOf } from '#values/keys.ts'
import { ActDialog } from './ActDialog.tsx'
import { type ActName, actsFor, actWords } from './acts.ts'
import { clockOf, fileAddress, type InvoiceOne, previewAddress } from './invoice.ts'
import { PrintedInvoice } from './PrintedInvoice.tsx'

/** The acts of the queue's shortcut keys: the first act, and the refusing one. */
const reviewOf = (act: ActName, index: number) => {
  if (act === 'reject' || act === 'refuse') return 'reject'
  return index === 0 ? 'pass' : undefined
}

/** One invoice: content, delivery, history, and possible acts. */
export function InvoiceDetail({ accountId, requestId, onClose }: { accountId: string; requestId: string; onClose: () => void }) {
  const query = useCall(adminInvoiceCalls.one, { accountId, requestId })
  const [asked, setAsked] = useState<ActName | null>(null)
  const one = query.data
  return (
    <>
      <DetailDrawer
        onClose={onClose}
        title={one ? `发票申请 ${one.requestNumber}` : '发票申请'}
        query={query}
        actions={
          one ? (
            <>
              <Button href={previewAddress(one)} target="_blank">
                预览 PDF
              </Button>
              {actsFor(one).map((act, index) => (
                <Button
                  key={act}
                  data-review={reviewOf(act, index)}
                  type={index === 0 ? 'primary' : 'default'}
                  danger={'isDanger' in actWords[act]}
                  onClick={() => setAsked(act)}
                >
                  {actWords[act].name}
                </Button>
              ))}
            </>
          ) : null
        }
      >
        {shown => <Content one={shown} />}
      </DetailDrawer>
      {one && asked ? <ActDialog one={one} act={asked} onClose={() => setAsked(null)} /> : null}
    </>
  )
}

function Content({ one }: { one: InvoiceOne }) {
  const { tone, name } = invoiceStateTags[one.state]
  const clock = one.reversal?.deadlineAt ? clockOf(one.reversal.deadlineAt, Date.now()) : null
  return (
    <>
      {clock ? (
        <Alert
          type={clock.isLate ? 'error' : 'warning'}
          showIcon
          style={{ marginBottom: 16 }}
          title={`等待购买方在电子税务局确认红字信息确认单，${clock.text}；72小时未确认自动失效。`}
        />
      ) : null}
      {one.seller ? null : (
        <Alert type="error" showIcon style={{ marginBottom: 16 }} title="还没有填写销售方信息，请先到“开票设置”填写。" />
      )}
      <Facts
        facts={[
          fact('状态', <StateTag tone={tone}>{name}</StateTag>),
          fact('客户', <Link to={pathTo('/customers', { id: one.accountId })}>{one.accountName}</Link>),
          fact('申请时间', <Moment at={one.askedAt} />),
          fact('介质', invoiceMediaNames[one.medium]),
          fact('发票号码', one.invoiceNumber ? <Whole number={one.invoiceNumber} /> : null),
          fact('开票日期', one.issuedAt ? <Moment at={one.issuedAt} /> : null),
          fact('原因', one.reason),
          fact('替换的发票', one.replaces),
          fact('收票邮箱', one.emails.length > 0 ? one.emails.join('、') : null),
          fact('收件人', one.address ? `${one.address.recipient} ${one.address.phone}` : null),
          fact('寄送地址', one.address?.text ?? null),
          fact('快递', one.shipment ? `${one.shipment.courier} ${one.shipment.trackingNumber}` : null),
          fact('签收', one.shipment?.signedAt ? <Moment at={one.shipment.signedAt} /> : null),
        ]}
      />
      <PrintedInvoice one={one} />
      {one.files.length > 0 ? <Files one={one} /> : null}
      {one.reversals.map(reversal => (
        <Reversal key={reversal.askedAt} reversal={reversal} grossHao={one.grossHao} />
      ))}
      <Section title="经过">
        <Timeline
          steps={one.events.map((event, index) => ({
            key: `${event.at}${index}`,
            tone: event.step === 'failed' || event.step === 'rejected' || event.step === 'reversal_refused' ? 'bad' : 'good',
            title: `${invoiceStepNames[event.step]}（${event.by}）`,
            at: event.at,
            children: event.note,
          }))}
        />
      </Section>
    </>
  )
}

function Reversal({ reversal, grossHao }: { reversal: InvoiceOne['reversals'][number]; grossHao: number }) {
  return (
    <Section title="红冲">
      <Facts
        facts={[
          fact('状态', <State tag={reversalStateTags[reversal.state]} />),
          fact('原因', reversalReasonNames[reversal.reasonCode]),
          fact('客户说明', reversal.note || null),
          fact('确认单编号', reversal.confirmNumber ? <Whole number={reversal.confirmNumber} /> : null),
          fact('确认单状态', reversal.confirmState ? confirmName(reversal.confirmState) : null),
          fact('确认截止', reversal.deadlineAt ? <Moment at={reversal.deadlineAt} /> : null),
          fact('红字发票号码', reversal.creditNoteNumber ? <Whole number={reversal.creditNoteNumber} /> : null),
          fact('退回金额', reversal.state === 'done' ? <Money hao={grossHao} /> : null),
          fact('答复', reversal.answer),
        ]}
      />
    </Section>
  )
}

function Files({ one }: { one: InvoiceOne }) {
  return (
    <Section title="文件">
      <Facts
        facts={one.files.map(file =>
          fact(
            file.isCreditNote ? '红字发票' : '发票',
            <a href={fileAddress(one.accountId, file.fileId)} target="_blank" rel="noreferrer">
              {file.fileName}
            </a>,
          ),
        )}
      />
    </Section>
  )
}

/** Staff type and compare these numbers: they are never cut. */
const Whole = ({ number }: { number: string }) => (
  <>
    {number} <CopyButton text={number} />
  </>
)

const confirmName = (state: string) => `${state} ${isKeyOf(confirmStates, state) ? confirmStates[state] : ''}`
