import { reviewStates, shownStates } from '#contract/review-state.ts'
import type { ListTabsFacts } from '../../ui/ListTabs.tsx'
import type { ListColumn } from '../../ui/list-columns.tsx'
import { RowActions } from '../../ui/RowActions.tsx'
import { actName, isDangerous, type OpenAct } from './acts.ts'

/** The tabs of the states, with how many there are in each. */
export const stateTabs = (counts: Record<(typeof shownStates)[number], number> | undefined): ListTabsFacts => ({
  name: 'state',
  items: [
    { key: '', label: '全部', count: counts && shownStates.reduce((sum, key) => sum + counts[key], 0) },
    ...shownStates.map(key => ({ key, label: reviewStates[key].name, count: counts?.[key] })),
  ],
})

/** The column of what can be done with a signature or template. */
export const actsColumn = <Row,>(onOpen: (row: Row) => void, actsFor: (row: Row) => OpenAct[]): ListColumn<Row> => ({
  id: 'actions',
  title: '操作',
  isAlways: true,
  fixed: 'end',
  width: 170,
  render: row => (
    <RowActions
      actions={[
        { label: '详情', onClick: () => onOpen(row) },
        ...actsFor(row).map(({ act, onClick }) => ({ label: actName(act), isDanger: isDangerous(act), onClick })),
      ]}
    />
  ),
})
