import { Button } from 'antd'
import { PageLink } from '#console/shared/PageLink.tsx'
import { privateFileKinds, privateFileReading } from '#contract/account/private-file.ts'
import { invoiceCalls } from '#contract/invoicing/invoice.ts'
import { confirmStates, invoiceKinds, invoiceMay } from '#contract/invoicing/invoice-state.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { queryString, useCall } from '#ui/call.ts'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Money } from '#ui/display/Money.tsx'
import { PlainTable } from '#ui/display/PlainTable.tsx'
import { State, StateTag, type Tone } from '#ui/display/StateTag.tsx'
import { Timeline } from '#ui/display/Timeline.tsx'
import { invoiceMediaNames, invoiceStepNames, reversalReasonNames, reversalStateTags } from '#ui/labels/invoicing.ts'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import layout from '#ui/theme/layout.module.css'
import { chinaDay } from '#values/china-time.ts'
import { useMay } from '../../../session.ts'
import { invoiceBaseNames, invoiceProductNames } from '../../../shared/labels/invoicing.ts'
import { ConfirmClock } from './ConfirmClock.tsx'
import style from './Invoice.module.css'
import { type InvoiceAct, type InvoiceDetailFacts, monthText, stateOf } from './invoice.ts'
import { PrintedInvoice } from './PrintedInvoice.tsx'

interface InvoiceDetailProps {
  requestId: string
  onAct: (act: InvoiceAct, row: InvoiceDetailFacts) => void
  onClose: () => void
}

/** An invoice: its picture, files, items, history, and possible acts. */
export function InvoiceDetail({ requestId, onAct, onClose }: InvoiceDetailProps) {
  const query = useCall(invoiceCalls.one, { requestId })
  const mayWrite = useMay('invoice.write')
  const invoice = query.data
  const button = (act: InvoiceAct, label: string) =>
    invoice && invoiceMay(act, invoice.state) ? <Button onClick={() => onAct(act, invoice)}>{label}</Button> : null
  const isAsked = invoice?.reversals[0]?.state === 'asked'
  return (
    <DetailDrawer
      onClose={onClose}
      title="发票详情"
      query={query}
      actions={
        invoice && mayWrite ? (
          <>
            {button('withdraw', '撤销申请')}
            {invoice.emails.length > 0 ? button('resend', '重发邮件') : null}
            {button('requestReversal', '申请红冲/换开')}
            {isAsked ? button('withdrawReversal', '撤销红冲申请') : null}
          </>
        ) : null
      }
    >
      {one => <InvoiceFacts invoice={one} />}
    </DetailDrawer>
  )
}

function InvoiceFacts({ invoice }: { invoice: InvoiceDetailFacts }) {
  const { name, tone } = stateOf(invoice)
  const reversal = invoice.reversals[0]
  return (
    <>
      {reversal?.state === 'confirming' && reversal.deadlineAt ? (
        <ConfirmClock deadlineAt={reversal.deadlineAt} confirmNumber={reversal.confirmNumber} />
      ) : null}
      <Facts
        facts={[
          [
            '状态',
            <StateTag key="state" tone={tone}>
              {name}
            </StateTag>,
          ],
          ['原因', invoice.reason],
          ['申请号', <CopyableId key="number" id={invoice.requestNumber} most={24} />],
          ['发票号码', invoice.invoiceNumber ? <CopyableId key="invoice" id={invoice.invoiceNumber} most={20} /> : null],
          ['票种', `${invoiceKinds[invoice.kind].name}（${invoiceMediaNames[invoice.medium]}）`],
          ['开票方式', `${invoiceBaseNames[invoice.basis]}${invoice.batchCount > 1 ? `，同一次申请共 ${invoice.batchCount} 张` : ''}`],
          ['收票邮箱', invoice.emails.length > 0 ? invoice.emails.join('、') : null],
          ['收件地址', invoice.address ? `${invoice.address.recipient} ${invoice.address.phone} ${invoice.address.text}` : null],
          ['快递', invoice.trackingNumber ? `${invoice.courier} ${invoice.trackingNumber}` : null],
          ['申请人', invoice.memberName],
          ['换开自', invoice.replacesId ? <Other key="from" id={invoice.replacesId} /> : null],
          ['已换开为', invoice.replacedById ? <Other key="to" id={invoice.replacedById} /> : null],
        ]}
      />
      {invoice.files.length > 0 ? (
        <Section title="发票文件">
          <Files files={invoice.files} number={invoice.invoiceNumber} />
        </Section>
      ) : null}
      <Section title={invoice.invoiceNumber ? '票面' : '票面预览'}>
        <PrintedInvoice
          facts={{
            ...invoice,
            issuedOn: invoice.issuedAt ? chinaDay(new Date(invoice.issuedAt)) : null,
            buyer: invoice.title,
            seller: invoice.seller,
          }}
        />
      </Section>
      <Section title="开票内容">
        <Items items={invoice.items} totalHao={invoice.grossHao} />
      </Section>
      <Section title="经过">
        <Timeline
          steps={invoice.events.map((event, place) => ({
            key: String(place),
            tone: toneOf(event.step),
            title: invoiceStepNames[event.step],
            at: event.at,
            children: [event.note, event.memberName].filter(Boolean).join(' · ') || undefined,
          }))}
        />
      </Section>
      {invoice.reversals.map(one => (
        <Reversal key={one.reversalId} reversal={one} />
      ))}
    </>
  )
}

function Reversal({ reversal }: { reversal: InvoiceDetailFacts['reversals'][number] }) {
  return (
    <Section title="红冲">
      <Facts
        facts={[
          fact('状态', <State tag={reversalStateTags[reversal.state]} />),
          ['原因', reversalReasonNames[reversal.reason]],
          ['说明', reversal.note || null],
          ['换开', reversal.replace ? `${reversal.replace.titleName}（${invoiceKinds[reversal.replace.kind].name}）` : null],
          ['确认单编号', reversal.confirmNumber],
          ['确认单状态', reversal.confirmState ? confirmStates[reversal.confirmState] : null],
          ['红字发票号码', reversal.creditNoteNumber ? <CopyableId key="red" id={reversal.creditNoteNumber} most={20} /> : null],
          ['答复', reversal.answer],
          ['申请时间', <Moment key="at" at={reversal.askedAt} />],
        ]}
      />
    </Section>
  )
}

const Other = ({ id }: { id: string }) => (
  <PageLink to="/system/finance/invoice" query={{ id }}>
    查看
  </PageLink>
)

const badSteps = ['failed', 'rejected', 'reversal_refused', 'reversal_lapsed']
const goodSteps = ['issued', 'sent', 'signed', 'reversed', 'reversal_confirmed']
const toneOf = (step: string): Tone => (badSteps.includes(step) ? 'bad' : goodSteps.includes(step) ? 'good' : 'progress')

function Files({ files, number }: { files: InvoiceDetailFacts['files']; number: string | null }) {
  return (
    <ul className={`${layout.list} ${layout.stack8} ${style.files}`}>
      {files.map(file => (
        <li key={file.fileId}>
          <a href={`${privateFileReading.path}${queryString({ fileId: file.fileId })}`} download={`${number ?? '发票'}.${file.kind}`}>
            下载 {privateFileKinds[file.kind].name}
            {file.isCreditNote ? '（红字发票）' : ''}
          </a>
          <span>
            {file.fileName} · {Math.max(1, Math.round(file.byteCount / 1024))} KB
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Items of an invoice; refunds come first. */
export function Items({ items, totalHao }: { items: InvoiceDetailFacts['items']; totalHao: number }) {
  return (
    <PlainTable
      label="开票内容"
      rows={items}
      rowKey={item => `${item.product} ${item.month} ${item.orderId ?? ''}`}
      emptyText="没有内容"
      columns={[
        {
          title: '内容',
          render: item =>
            item.orderNumber
              ? `${item.name}（订单 ${item.orderNumber}）`
              : `${monthText(item.month)}${invoiceProductNames[item.product]}按量费用`,
        },
        { title: '说明', render: item => (item.amountHao < 0 ? '退款冲抵' : item.orderNumber ? '套餐订单' : '按量') },
        { title: '金额', isNumber: true, render: item => <Money hao={item.amountHao} /> },
      ]}
      foot={['合计', '', <Money key="total" hao={totalHao} />]}
    />
  )
}
