import { WholePhone } from '#console/shared/WholePhone.tsx'
import { type BlacklistState, blacklistCalls, blacklistScopes, blacklistSources, lastDayOf } from '#contract/blacklist/blacklist.ts'
import { terms } from '#contract/terms.ts'
import { Count } from '#ui/display/Count.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { Label } from '#ui/display/StateTag.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import style from './Blacklist.module.css'
import { type BlacklistRow, levelText, sourceTones } from './blacklist.ts'

const Cut = ({ text }: { text: string }) => (
  <span className={style.cut} title={text}>
    {text}
  </span>
)

/** The reason that the member gave, else the text that the person sent. */
const Reason = ({ row }: { row: BlacklistRow }) => (row.reason || row.words ? <Cut text={row.reason || `“${row.words}”`} /> : '–')

const Expiry = ({ at }: { at: string }) => lastDayOf(at) ?? <Moment at={at} />

const facts: ListColumn<BlacklistRow>[] = [
  {
    id: 'phone',
    title: '手机号',
    isAlways: true,
    width: 160,
    render: row => <WholePhone call={blacklistCalls.reveal} of={{ blacklistId: row.blacklistId }} phone={row.phone} />,
  },
  { id: 'level', title: '适用的签名', width: 110, render: row => <Cut text={levelText(row)} /> },
  { id: 'scope', title: '不再发送', width: 120, render: row => blacklistScopes[row.scope] },
  {
    id: 'source',
    title: '来源',
    width: 105,
    render: row => <Label tone={sourceTones[row.source]}>{blacklistSources[row.source]}</Label>,
  },
  { id: 'reason', title: '原因', width: 130, render: row => <Reason row={row} /> },
  { id: 'addedBy', title: '添加人', width: 80, render: row => row.addedBy ?? '–' },
  { id: 'createdAt', title: '加入时间', width: 156, render: row => <Moment at={row.createdAt} /> },
]

const held: ListColumn<BlacklistRow>[] = [
  { id: 'expiresAt', title: '有效期至', width: 130, render: row => (row.expiresAt ? <Expiry at={row.expiresAt} /> : '长期') },
  { id: 'hitCount', title: terms.refused, isNumber: true, width: 64, render: row => <Count count={row.hitCount} /> },
]

const removed: ListColumn<BlacklistRow>[] = [
  { id: 'removedAt', title: '移除时间', width: 156, render: row => <Moment at={row.removal?.at ?? null} /> },
  { id: 'removedBy', title: '移除人', width: 90, render: row => row.removal?.by ?? '对方本人' },
  { id: 'removalReason', title: '移除原因', width: 180, render: row => <Cut text={row.removal?.reason ?? ''} /> },
  { id: 'consent', title: '重新同意的凭证', width: 180, render: row => (row.removal?.consent ? <Cut text={row.removal.consent} /> : '–') },
]

/** Columns of active, expired and removed entries. */
export const entryColumns: Record<BlacklistState, ListColumn<BlacklistRow>[]> = {
  active: [...facts, ...held],
  lapsed: [...facts, ...held],
  removed: [...facts, ...removed],
}
