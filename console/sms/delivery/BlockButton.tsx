import { App, Button, Popconfirm } from 'antd'
import { useUndo } from '#console/shared/undo/use-undo.tsx'
import { blacklistCalls } from '#contract/blacklist/blacklist.ts'
import { deliveryCalls, type SentDeliveryFilter } from '#contract/messages/delivery.ts'
import { useAct } from '#ui/call.ts'
import { downloadCsv } from '#ui/csv-file.ts'
import { thousands } from '#ui/display/Count.tsx'
import { limits } from '#values/limits.ts'

interface BlockButtonProps {
  /** The messages, and how many they are. */
  filter: SentDeliveryFilter
  count: number
  /** The number of a single one. */
  phone?: string
  onDone?: () => void
}

/** Blocks marketing to the recipients of messages, without revealing their numbers. */
export function BlockButton({ filter, count, phone, onDone }: BlockButtonProps) {
  const { message, modal } = App.useApp()
  const { offer } = useUndo()
  const block = useAct(deliveryCalls.block, {
    invalidates: [deliveryCalls.one, blacklistCalls.list, blacklistCalls.figures],
    onDone: ({ addedCount, known, undoId }) => {
      const added = `已将 ${thousands(addedCount)} 个号码加入黑名单`
      if (known.length === 0) offer(added, undoId)
      else if (addedCount === 0) void message.success('这些号码原来就在黑名单中')
      else
        void modal.success({
          title: added,
          content: `另有 ${thousands(known.length)} 个没有加入：原来就在黑名单中。`,
          okText: '知道了',
          footer: (_, { OkBtn }) => (
            <>
              <Button onClick={() => downloadKnown(known)}>下载没有加入的号码</Button>
              <OkBtn />
            </>
          ),
        })
      onDone?.()
    },
  })
  const isTooMany = count > limits.deliveryBlocked
  const whom = phone ? ` ${phone} ` : `这 ${thousands(count)} 条短信的收件人`
  return (
    <>
      {block.error ? <span role="alert">{block.error.fields.filter ?? block.error.message}</span> : null}
      <Popconfirm
        title={`将${whom}加入黑名单？`}
        description="此后您的全部签名不再向对方发送推广短信，验证码和通知不受影响。"
        okText="加入黑名单"
        cancelText="返回"
        onConfirm={() => block.mutate(filter)}
      >
        <Button
          loading={block.isPending}
          disabled={isTooMany}
          title={isTooMany ? `一次最多${thousands(limits.deliveryBlocked)}条，请缩小筛选范围` : undefined}
        >
          加入黑名单
        </Button>
      </Popconfirm>
    </>
  )
}

const downloadKnown = (phones: string[]) =>
  downloadCsv('没有加入黑名单的号码', [['手机号', '原因'], ...phones.map(phone => [phone, '原来就在黑名单中'])])
