import { DownOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { ExportButton } from '#console/shared/ExportButton.tsx'
import { type BroadcastAct, broadcastCan, mayAct, reportDocumentRoute } from '#contract/broadcast/broadcast.ts'
import { queryString } from '#ui/call.ts'
import { ButtonMenu } from '#ui/overlay/ButtonMenu.tsx'
import { keysOf } from '#values/keys.ts'
import { useMay } from '../../../session.ts'
import { Back } from './Back.tsx'
import type { Detail } from './facts.ts'
import type { ListPath } from './list-path.ts'

/** What the page opens beside its acts on the broadcast. */
export type Opening = 'again' | 'compare' | 'share' | 'full'

interface HeadActionsProps {
  one: Detail
  path: ListPath
  onAct: (act: BroadcastAct) => void
  onOpen: (what: Opening) => void
}

/** What can be done with a broadcast in its state. */
export function HeadActions({ one, path, onAct, onOpen }: HeadActionsProps) {
  const mayWrite = useMay('broadcast.write') && one.recallUntil === null
  const acts = mayWrite ? keysOf(broadcastCan).filter(act => mayAct(act, one.state)) : []
  const { broadcastId } = one
  const items = [
    { key: 'full', label: '作战室（全屏）', onClick: () => onOpen('full') },
    { key: 'compare', label: '与另一次对比', onClick: () => onOpen('compare') },
    ...(mayWrite ? [{ key: 'share', label: '分享报告', onClick: () => onOpen('share') }] : []),
    { key: 'print', label: '打印', onClick: () => setTimeout(print) },
    { key: 'pdf', label: <a href={reportDocumentRoute.path + queryString({ broadcastId })}>下载 PDF</a> },
  ]
  return (
    <>
      <Back path={path} />
      {acts.map(act => (
        <Button key={act} danger={act === 'cancel'} onClick={() => onAct(act)}>
          {broadcastCan[act].name}
        </Button>
      ))}
      {one.counts.made > 0 ? <ExportButton source="message" filter={{ broadcastId }} count={one.counts.made} /> : null}
      <ButtonMenu menu={{ items }} placement="bottomRight">
        <Button icon={<DownOutlined />} iconPlacement="end">
          更多
        </Button>
      </ButtonMenu>
      {mayWrite ? (
        <Button type={one.finishedAt ? 'primary' : 'default'} onClick={() => onOpen('again')}>
          再发一次
        </Button>
      ) : null}
    </>
  )
}
