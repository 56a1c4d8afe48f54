import { Link } from 'react-router'
import { pathTo } from '#console/paths.ts'
import { UndoAct } from '#console/shared/undo/UndoAct.tsx'
import type { CallAnswerWire } from '#contract/call.ts'
import { auditLogCalls } from '#contract/identity/audit-log.ts'
import { auditLogKinds } from '#contract/identity/audit-log-labels.ts'
import { CopyableId } from '#ui/CopyButton.tsx'
import { useCall } from '#ui/call.ts'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import layout from '#ui/theme/layout.module.css'
import { changesOf, fieldName, valueText } from './change-text.ts'
import style from './Log.module.css'

type Detail = CallAnswerWire<typeof auditLogCalls.one>

/** One audit log line in full: origin, request, input and changes. */
export function LogDetail({ auditId, onClose }: { auditId: string; onClose: () => void }) {
  const query = useCall(auditLogCalls.one, { auditId })
  return (
    <DetailDrawer onClose={onClose} title="日志详情" query={query}>
      {one => <EntryFacts one={one} />}
    </DetailDrawer>
  )
}

function EntryFacts({ one }: { one: Detail }) {
  const changes = changesOf(one.before, one.after)
  const sent = Object.entries(one.detail ?? {})
  return (
    <>
      <Facts
        facts={[
          fact('动作', one.action),
          fact('结果', <StateTag tone={one.isDone ? 'good' : 'bad'}>{one.isDone ? '成功' : '未成功'}</StateTag>),
          fact('原因', one.reason),
          fact('时间', <Moment at={one.at} />),
          fact('操作人', one.actor ?? '未知'),
          fact('类别', `${auditLogKinds[one.kind]} · ${one.module}`),
          fact('对象', one.object ? <CopyableId id={one.object} most={40} /> : null),
          fact('IP 地址', one.address || '–'),
          fact('地点', one.place ?? '未知'),
          fact('设备', one.device),
          fact('请求编号', one.requestId ? <CopyableId id={one.requestId} most={40} /> : null),
          fact('哈希链', one.position === null ? '正在计算哈希值，约 1 秒后可验证' : `第 ${one.position} 条`),
          fact('哈希值', one.hash ? <CopyableId id={one.hash} most={24} /> : null),
        ]}
      />
      <UndoAct name={one.action} undo={one.undo} mayUndo />
      {one.linked.length > 0 ? (
        <Section title="相关的记录">
          <ul className={style.linked}>
            {one.linked.map(line => (
              <li key={line.auditId}>
                <Link to={pathTo('/system/uaccount/ulog', { id: line.auditId })}>{line.action}</Link> {line.actor ?? '未知'}{' '}
                <Moment at={line.at} />
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      {changes.length > 0 ? (
        <Section title="变更前后">
          <table className={style.changes}>
            <thead>
              <tr>
                <th scope="col">字段</th>
                <th scope="col">变更前</th>
                <th scope="col">变更后</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ name, before, after }) => (
                <tr key={name} data-same={before === after || undefined}>
                  <th scope="row">{fieldName(name)}</th>
                  <td>{before === after ? before : <del>{before}</del>}</td>
                  <td>{before === after ? after : <ins>{after}</ins>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Section>
      ) : null}
      {sent.length > 0 ? (
        <Section title="提交的内容">
          <dl className={`${layout.flush} ${layout.stack8} ${style.sent}`}>
            {sent.map(([name, value]) => (
              <div key={name}>
                <dt>{fieldName(name)}</dt>
                <dd>{valueText(value)}</dd>
              </div>
            ))}
          </dl>
        </Section>
      ) : null}
      <p className={style.note}>密码、验证码、密钥等不会记入日志；手机号、证件号和账号只记首尾。</p>
    </>
  )
}
