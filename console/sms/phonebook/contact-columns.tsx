import { WholePhone } from '#console/shared/WholePhone.tsx'
import { consentKinds, phonebookCalls } from '#contract/recipients/phonebook.ts'
import { Moment } from '#ui/display/Moment.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { carrierShortNames } from '#values/phone.ts'
import style from './Phonebook.module.css'
import type { ContactRow, FieldRow, TagRow } from './phonebook.ts'
import { Subscription } from './Subscription.tsx'
import { Tags } from './Tags.tsx'

/** Facts of every contact. */
export const factColumns = (tags: TagRow[]): ListColumn<ContactRow>[] => [
  {
    id: 'phone',
    onPhone: true,
    title: '手机号',
    isAlways: true,
    width: 160,
    render: row => <WholePhone call={phonebookCalls.reveal} of={{ contactId: row.contactId }} phone={row.phone} />,
  },
  {
    id: 'name',
    onPhone: true,
    title: '姓名',
    order: 'name',
    width: 90,
    render: row =>
      row.name ? (
        <span className={style.cut} title={row.name}>
          {row.name}
        </span>
      ) : (
        '–'
      ),
  },
  {
    id: 'group',
    onPhone: true,
    title: '分组',
    width: 92,
    render: row => (
      <span className={style.cut} title={row.groupName}>
        {row.groupName}
      </span>
    ),
  },
  { id: 'tags', title: '标签', width: 120, render: row => <Tags tagIds={row.tagIds} tags={tags} most={1} /> },
  { id: 'state', onPhone: true, title: '订阅状态', card: 'state', width: 92, render: row => <Subscription blockedBy={row.blockedBy} /> },
  {
    id: 'place',
    title: '归属地',
    width: 96,
    render: row => [row.province, row.carrier && carrierShortNames[row.carrier]].filter(Boolean).join(' ') || '–',
  },
  { id: 'consent', title: '同意方式', width: 110, render: row => (row.consent ? consentKinds[row.consent.kind] : '没有登记') },
  {
    id: 'remark',
    title: '备注',
    isExtra: true,
    width: 160,
    render: row => (
      <span className={style.cut} title={row.remark}>
        {row.remark || '–'}
      </span>
    ),
  },
  { id: 'createdAt', title: '加入时间', isExtra: true, width: 156, render: row => <Moment at={row.createdAt} /> },
]

/** A custom field of the account. */
export const fieldColumn = ({ fieldKey, name }: FieldRow): ListColumn<ContactRow> => ({
  id: `field-${fieldKey}`,
  title: name,
  isExtra: true,
  width: 120,
  render: row => row.fields[fieldKey] ?? '–',
})
