import { useUrlState } from '#ui/url-state.ts'
import { ComplaintList } from './ComplaintList.tsx'
import { NumberList } from './NumberList.tsx'

/** 平台黑名单: numbers that get no messages from anybody, and recipients' complaints. */
export function Page() {
  const [{ tab }] = useUrlState({ tab: '' })
  return tab === 'complaints' ? <ComplaintList /> : <NumberList />
}
