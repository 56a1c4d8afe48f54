import { App, Button } from 'antd'
import type { CallAnswerWire } from '#contract/call.ts'
import { dnsProblemText, linkDomainCalls } from '#contract/links/link-domain.ts'
import { linkListCalls } from '#contract/links/link-list.ts'
import { useAct } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { useConfirm } from '#ui/overlay/confirm.ts'
import layout from '#ui/theme/layout.module.css'
import { DnsRecord } from './DnsRecord.tsx'
import { IcpLine } from './IcpLine.tsx'
import style from './Manage.module.css'

type Target = CallAnswerWire<typeof linkDomainCalls.list>['targets'][number]

/** One target domain: whether it is verified, and the record for verification. */
export function TargetDomain({ domain: one, mayWrite }: { domain: Target; mayWrite: boolean }) {
  const { message } = App.useApp()
  const confirm = useConfirm()
  const check = useAct(linkDomainCalls.checkTarget, {
    invalidates: [linkDomainCalls.list, linkListCalls.list, linkListCalls.figures],
    onDone: ({ state, passedCount }) => {
      if (state === 'verified')
        void message.success(passedCount > 0 ? `已验证，${thousands(passedCount)} 个审核中的短链已生效` : `域名 ${one.shown} 已验证`)
    },
  })
  const remove = useAct(linkDomainCalls.removeTarget, { invalidates: [linkDomainCalls.list] })
  const ask = () =>
    confirm(
      {
        title: `删除目标域名 ${one.shown} 吗？`,
        content: '已生效的短链不受影响；以后指向它的新短链需要审核。',
        okText: '删除',
      },
      () => remove.mutate({ domain: one.domain }),
    )
  return (
    <li>
      <span className={`${layout.line12} ${style.line}`}>
        <b>{one.shown}</b>
        {one.shown === one.domain ? null : <small>{one.domain}</small>}
        <StateTag tone={one.state === 'verified' ? 'good' : 'waiting'}>{one.state === 'verified' ? '已验证' : '待验证'}</StateTag>
        {one.record === null ? <small>由平台确认</small> : null}
      </span>
      {one.problem ? <p className={style.warn}>{dnsProblemText(one.problem, 'TXT')}</p> : null}
      {one.record !== null && (one.state === 'pending' || one.problem) ? (
        <DnsRecord host={one.domain} type="TXT" value={one.record} />
      ) : null}
      <p className={style.note}>
        {one.verifiedAt && one.state === 'verified' ? (
          <>
            验证于 <Moment at={one.verifiedAt} />
          </>
        ) : one.checkedAt ? (
          <>
            检查于 <Moment at={one.checkedAt} />
          </>
        ) : (
          '还没有检查过'
        )}
      </p>
      <IcpLine kind="target" domain={one} mayWrite={mayWrite} />
      {mayWrite && one.record !== null ? (
        <span className={style.acts}>
          <Button size="small" loading={check.isPending} onClick={() => check.mutate({ domain: one.domain })}>
            立即检查
          </Button>
          <Button size="small" danger onClick={ask}>
            删除
          </Button>
        </span>
      ) : null}
      <FormRefusal error={check.error ?? remove.error} />
    </li>
  )
}
