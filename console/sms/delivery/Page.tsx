import { useUrlState } from '../../ui/url-state.ts'
import { InboundList } from './InboundList.tsx'
import { OutboundList } from './OutboundList.tsx'

/** 发送记录: every message with what became of it, and the replies from phones. */
export function Page() {
  const [{ tab }] = useUrlState({ tab: '' })
  return tab === 'inbound' ? <InboundList /> : <OutboundList />
}
