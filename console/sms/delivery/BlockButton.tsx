import { App, Button, Popconfirm } from 'antd'
import { blacklistCalls } from '#contract/blacklist/blacklist.ts'
import { deliveryCalls } from '#contract/messages/delivery.ts'
import { thousands } from '#ui/Count.tsx'
import { useAct } from '#ui/call.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import type { DeliveryRow } from './delivery.ts'

/** Blocks marketing to the recipients of messages, without revealing their numbers. */
export function BlockButton({ rows, onDone }: { rows: Pick<DeliveryRow, 'messageId' | 'phone'>[]; onDone?: () => void }) {
  const { message } = App.useApp()
  const block = useAct(deliveryCalls.block, {
    invalidates: [deliveryCalls.one, blacklistCalls.list, blacklistCalls.figures],
    onDone: ({ addedCount, knownCount }) => {
      const known = knownCount > 0 ? `，${thousands(knownCount)} 个原来就在` : ''
      void message.success(addedCount > 0 ? `已将 ${thousands(addedCount)} 个号码加入黑名单${known}` : '这些号码原来就在黑名单中')
      onDone?.()
    },
  })
  const isTooMany = rows.length > limits.blacklistRemovals
  const whom = rows.length === 1 ? ` ${firstOrThrow(rows).phone} ` : `这 ${thousands(rows.length)} 条短信的收件人`
  return (
    <>
      {block.error ? <span role="alert">{block.error.message}</span> : null}
      <Popconfirm
        title={`将${whom}加入黑名单？`}
        description="此后您的全部签名不再向对方发送推广短信，验证码和通知不受影响。"
        okText="加入黑名单"
        cancelText="返回"
        onConfirm={() => block.mutate({ messageIds: rows.map(row => row.messageId) })}
      >
        <Button
          loading={block.isPending}
          disabled={isTooMany}
          title={isTooMany ? `一次最多${thousands(limits.blacklistRemovals)}条` : undefined}
        >
          加入黑名单
        </Button>
      </Popconfirm>
    </>
  )
}
