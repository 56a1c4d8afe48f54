import { shownStates } from '#contract/content/review-state.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { reviewStateTags } from '#ui/labels/content.ts'
import { actionColumn } from '#ui/list/action-column.tsx'
import type { ListTabsFacts } from '#ui/list/ListTabs.tsx'
import type { ListColumn } from '#ui/list/list-columns.ts'
import { actName, isDangerous, type OpenAct } from './acts.ts'

/** Tabs by state, with counts. */
export const stateTabs = (counts: Record<(typeof shownStates)[number], number> | undefined): ListTabsFacts => ({
  name: 'state',
  items: [
    { key: '', label: '全部', count: counts && shownStates.reduce((sum, key) => sum + counts[key], 0) },
    ...shownStates.map(key => ({ key, label: reviewStateTags[key].name, count: counts?.[key] })),
  ],
})

/** Times of creation, submission, decision and last use. */
export const timeColumns = <
  Row extends { createdAt: string; submittedAt: string | null; reviewedAt: string | null; lastUsedOn: string | null },
>(
  /** The time of creation is optional too. */
  isCrowded = false,
): ListColumn<Row>[] => [
  { id: 'lastUsedOn', title: '最近使用', order: 'used', isLatestFirst: true, width: 110, render: row => row.lastUsedOn ?? '–' },
  { id: 'createdAt', title: '创建时间', isExtra: isCrowded, width: 156, render: row => <Moment at={row.createdAt} /> },
  { id: 'submittedAt', title: '提交时间', isExtra: true, width: 156, render: row => <Moment at={row.submittedAt} /> },
  { id: 'reviewedAt', title: '审核时间', isExtra: true, width: 156, render: row => <Moment at={row.reviewedAt} /> },
]

/** The column of acts on a signature or template. */
export const actsColumn = <Row,>(onOpen: (row: Row) => void, actsFor: (row: Row) => OpenAct[]): ListColumn<Row> =>
  actionColumn(170, row => [
    { label: '详情', onClick: () => onOpen(row) },
    // Acts that aren't possible yet are shown, with the reason, in the detail.
    ...actsFor(row)
      .filter(({ refusedBecause }) => !refusedBecause)
      .map(({ act, onClick }) => ({ label: actName(act), isDanger: isDangerous(act), onClick })),
  ])
