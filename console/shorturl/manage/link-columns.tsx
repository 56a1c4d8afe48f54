import { Link } from 'react-router'
import { linkSources } from '#contract/links/link-list.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import { thousands } from '#ui/display/Count.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { linkStateTags } from '#ui/labels/links.ts'
import type { ListColumn } from '#ui/list/list-columns.ts'
import layout from '#ui/theme/layout.module.css'
import { formatChinaTime } from '#values/china-time.ts'
import { pathTo } from '../../paths.ts'
import { bareAddress, type LinkRow } from './links.ts'
import style from './Manage.module.css'

const linkColumns: ListColumn<LinkRow>[] = [
  { id: 'short', onPhone: true, title: '短链接', isAlways: true, fixed: 'start', width: 216, render: row => <ShortCell row={row} /> },
  { id: 'target', title: '目标网址', width: 144, render: row => <Target target={row.target} /> },
  { id: 'group', title: '分组与标签', width: 76, render: row => <Sorted row={row} /> },
  { id: 'state', onPhone: true, title: '状态', isAlways: true, width: 76, render: row => <State row={row} /> },
  {
    id: 'today',
    title: '今日访问',
    width: 74,
    isNumber: true,
    order: 'pvToday',
    render: row => <Visits pv={row.pvToday} uv={row.uvToday} />,
  },
  {
    id: 'total',
    title: '累计访问',
    width: 74,
    isNumber: true,
    order: 'pvTotal',
    render: row => <Visits pv={row.pvTotal} uv={row.uvTotal} />,
  },
  { id: 'createdAt', title: '创建时间', width: 78, render: row => <Day at={row.createdAt} /> },
  { id: 'endsAt', title: '失效时间', width: 78, render: row => (row.endsAt ? <Day at={row.endsAt} /> : '长期有效') },
  { id: 'member', title: '创建人', width: 90, isExtra: true, render: row => <Cut text={row.memberName ?? '–'} /> },
  { id: 'source', title: '来源', width: 80, isExtra: true, render: row => linkSources[row.source] },
  { id: 'startsAt', title: '生效时间', width: 92, isExtra: true, render: row => (row.startsAt ? <Day at={row.startsAt} /> : '创建即生效') },
]

const phoneWidth = 160

/** A phone shows two columns: a link and its state, which are always present. */
export const columnsOf = (isNarrow: boolean): ListColumn<LinkRow>[] =>
  isNarrow
    ? linkColumns
        .map(column => (column.fixed ? { ...column, width: phoneWidth } : column))
        .toSorted((one, other) => Number(other.isAlways ?? false) - Number(one.isAlways ?? false))
    : linkColumns

function ShortCell({ row }: { row: LinkRow }) {
  return (
    <div className={style.short}>
      <span className={style.address}>
        <i>{bareAddress(row.shortUrl).slice(0, -row.code.length)}</i>
        <b title={row.shortUrl}>{row.code}</b>
        <CopyButton text={row.shortUrl} label="复制短链" />
      </span>
      {row.source === 'broadcast' || row.title !== '' ? (
        <span className={style.second}>
          <BroadcastMark row={row} />
          <span title={row.title}>{row.title}</span>
        </span>
      ) : null}
    </div>
  )
}

/** Links made by a broadcast link to it. */
function BroadcastMark({ row }: { row: Pick<LinkRow, 'source' | 'broadcastId'> }) {
  if (row.source !== 'broadcast') return null
  if (row.broadcastId === null) return <span className={style.tag}>群发</span>
  return (
    <Link className={style.tag} to={pathTo('/sms/broadcast-history', { id: row.broadcastId })}>
      群发
    </Link>
  )
}

/** A target, its domain first: it shows whose page it is. */
export function Target({ target, isWhole = false }: { target: string; isWhole?: boolean }) {
  const { host } = new URL(target)
  const at = target.indexOf(host)
  return (
    <span className={isWhole ? `${layout.soft} ${layout.anywhere} ${style.whole}` : style.target} title={isWhole ? undefined : target}>
      <span>
        {target.startsWith('http://') ? 'http://' : null}
        <b>{host}</b>
      </span>
      <span>{target.slice(at + host.length)}</span>
    </span>
  )
}

export function Tags({ tags, most }: { tags: string[]; most?: number }) {
  const rest = most === undefined ? [] : tags.slice(most)
  if (tags.length === 0) return '–'
  return (
    <span className={style.tags} data-whole={most === undefined || undefined}>
      {tags.slice(0, most).map(tag => (
        <span key={tag} className={style.tag} title={tag}>
          {tag}
        </span>
      ))}
      {rest.length > 0 ? <small title={rest.join('、')}>+{rest.length}</small> : null}
    </span>
  )
}

export function State({ row }: { row: Pick<LinkRow, 'state' | 'reason'> }) {
  const { tone, name } = linkStateTags[row.state]
  return (
    <span className={style.state}>
      <StateTag tone={tone}>{name}</StateTag>
      {row.reason ? <small title={row.reason}>{row.reason}</small> : null}
    </span>
  )
}

/** Its group above its tags. */
const Sorted = ({ row: { group, tags } }: { row: LinkRow }) => (
  <>
    {group || tags.length === 0 ? <Cut text={group?.name ?? '–'} /> : null}
    {tags.length > 0 ? <Tags tags={tags} most={1} /> : null}
  </>
)

const Cut = ({ text }: { text: string }) => (
  <span className={style.cut} title={text}>
    {text}
  </span>
)

const Visits = ({ pv, uv }: { pv: number; uv: number }) => (
  <span className={style.visits}>
    {thousands(pv)}
    <small>访客 {thousands(uv)}</small>
  </span>
)

/** A date in a narrow column, its time below. */
const Day = ({ at }: { at: string }) => {
  const text = formatChinaTime(new Date(at))
  return (
    <time className={style.day} dateTime={at} title={`${text}（北京时间）`}>
      {text.slice(0, 10)}
      <small>{text.slice(11)}</small>
    </time>
  )
}
