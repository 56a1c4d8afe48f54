import { Button } from 'antd'
import { Link } from 'react-router'
import { PageLink } from '#console/shared/PageLink.tsx'
import { deviceNames } from '#contract/links/link-rule.ts'
import { visitorKindNames } from '#contract/links/visit.ts'
import { deliveryCalls } from '#contract/messages/delivery.ts'
import { useAct } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Phone } from '#ui/display/Phone.tsx'
import { Label, StateTag } from '#ui/display/StateTag.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import layout from '#ui/theme/layout.module.css'
import { pathTo } from '../../paths.ts'
import { useMay } from '../../session.ts'
import style from './Visitor.module.css'
import type { VisitRow } from './view.ts'

/** Columns of visits; `isNew` marks those that arrived while watching. */
export const visitColumns = (isNew: (row: VisitRow) => boolean): ListColumn<VisitRow>[] => [
  {
    id: 'at',
    title: '访问时间',
    isAlways: true,
    width: 170,
    render: row => (
      <span className={style.at}>
        <Moment at={row.at} />
        {isNew(row) ? <Label tone="progress">新</Label> : null}
      </span>
    ),
  },
  { id: 'link', title: '短链', width: 150, render: row => <LinkName row={row} /> },
  { id: 'recipient', title: '收件人', width: 140, render: row => recipientOf(row) },
  { id: 'place', title: '地区', width: 120, render: row => placeText(row) },
  { id: 'address', title: 'IP', width: 130, render: row => <span className={layout.numeric}>{row.address}</span> },
  { id: 'device', title: '设备', width: 120, render: row => (row.device ? deviceNames[row.device] : '未知') },
  { id: 'app', title: '打开方式', width: 120, render: row => row.inApp ?? row.browser ?? '未知' },
  { id: 'referrer', title: '来源网站', width: 160, render: row => <span className={style.long}>{row.referrer ?? '–'}</span> },
  {
    id: 'kind',
    title: '类型',
    width: 96,
    render: row => (row.kind === 'person' ? visitorKindNames.person : <StateTag tone="ended">{visitorKindNames[row.kind]}</StateTag>),
  },
  { id: 'os', title: '系统', isExtra: true, width: 100, render: row => row.os ?? '未知' },
  { id: 'isp', title: '运营商', isExtra: true, width: 90, render: row => row.isp ?? '未知' },
  { id: 'browser', title: '浏览器', isExtra: true, width: 120, render: row => row.browser ?? '未知' },
  { id: 'language', title: '语言', isExtra: true, width: 120, render: row => row.language ?? '' },
  { id: 'arm', title: '分流', isExtra: true, width: 90, render: row => (row.arm === null ? '默认目标' : `目标${row.arm + 1}`) },
]

const placeText = ({ province, city }: VisitRow) => [province, city === province ? null : city].filter(Boolean).join(' ') || '未知'

const LinkName = ({ row: { link } }: { row: VisitRow }) => (
  <span className={style.long} title={link.title || link.code}>
    <PageLink to="/shorturl/manage" query={{ id: link.linkId }}>
      {link.title || link.code}
    </PageLink>
  </span>
)

const recipientOf = ({ recipient }: VisitRow) => {
  if (!recipient) return ''
  const { messageId, phone } = recipient
  return messageId === null ? phone : <Recipient messageId={messageId} phone={phone} />
}

/**
 * The masked number of the recipient whose code it was, linked to its message; members with the permission can reveal
 * it, which is recorded in the audit log.
 */
function Recipient({ messageId, phone }: { messageId: string; phone: string }) {
  const mayReveal = useMay('message.reveal')
  const reveal = useAct(deliveryCalls.reveal)
  return (
    <span className={style.recipient}>
      <Link to={pathTo('/sms/delivery', { messageId, id: messageId })} title="查看这条短信">
        {reveal.data ? reveal.data.phone : <Phone phone={phone} />}
      </Link>
      {mayReveal && !reveal.data ? (
        <Button type="link" size="small" data-acts loading={reveal.isPending} onClick={() => reveal.mutate({ messageId })}>
          显示
        </Button>
      ) : null}
      {reveal.error ? <span role="alert">{reveal.error.message}</span> : null}
    </span>
  )
}
