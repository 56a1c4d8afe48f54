import { SafetyCertificateOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import type { CallAnswerWire } from '#contract/call.ts'
import { auditLogCalls } from '#contract/identity/audit-log.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { useAct } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import layout from '#ui/theme/layout.module.css'
import style from './Log.module.css'

type Report = CallAnswerWire<typeof auditLogCalls.verify>

const faultNames: Record<Report['faults'][number]['kind'], string> = {
  changed: '内容被改动',
  removed: '被删除',
  added: '不是由平台写入的',
  entry_removed: '哈希值被删除',
  ends_changed: '日志的起止被改动',
}

/** 验证: verifies the hash chain of the whole log and shows whether a line was changed, removed or inserted. */
export function VerifyButton() {
  const verify = useAct(auditLogCalls.verify)
  return (
    <>
      <Button icon={<SafetyCertificateOutlined />} loading={verify.isPending} onClick={() => verify.mutate({})}>
        验证
      </Button>
      <Dialog
        open={verify.data !== undefined || verify.error !== null}
        title="日志验证"
        footer={<Button onClick={() => verify.reset()}>关闭</Button>}
        onCancel={() => verify.reset()}
      >
        {verify.error ? <Alert type="error" showIcon title={`没能验证：${verify.error.message}`} /> : null}
        {verify.data ? <Verdict report={verify.data} /> : null}
      </Dialog>
    </>
  )
}

function Verdict({ report }: { report: Report }) {
  const { lineCount, waitingCount, head, faults } = report
  return (
    <div className={`${layout.stack12} ${style.verdict}`}>
      {faults.length === 0 ? (
        <Alert
          type="success"
          showIcon
          title={`${thousands(lineCount)} 条记录完整，没有被改动、删除或插入`}
          description={waitingCount > 0 ? `另有 ${thousands(waitingCount)} 条刚写入，正在计算哈希值。` : undefined}
        />
      ) : (
        <Alert type="error" showIcon title={`发现 ${thousands(faults.length)} 处异常，请立即联系客服`} />
      )}
      {faults.length > 0 ? (
        <ul>
          {faults.slice(0, 100).map(({ kind, auditId, position }) => (
            <li key={`${kind}${auditId}${position}`}>
              {position === null ? '' : `第 ${position} 条`}
              {faultNames[kind]}
              {auditId ? <code>（{auditId}）</code> : null}
            </li>
          ))}
        </ul>
      ) : null}
      {head ? (
        <div>
          链尾哈希值 <CopyableId id={head} most={20} />
        </div>
      ) : null}
      <p className={style.note}>
        每条记录都有以平台密钥计算的哈希值，并与前一条相连。记下链尾哈希值，日后验证时，前面的记录若有改动即会被指出。
      </p>
    </div>
  )
}
