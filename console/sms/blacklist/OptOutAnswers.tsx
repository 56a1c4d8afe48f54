import { Select } from 'antd'
import type { CallAnswerWire } from '#contract/call.ts'
import { optOutCalls } from '#contract/unsubscribe/opt-out.ts'
import { useAct } from '#ui/call.ts'
import { Panel } from '#ui/display/Panel.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import layout from '#ui/theme/layout.module.css'
import { segmentCount } from '#values/segment.ts'
import { useMay } from '../../session.ts'
import style from './Blacklist.module.css'

type Settings = CallAnswerWire<typeof optOutCalls.settings>

/** Each signature's reply to an opt-out. */
export function OptOutAnswers({ answers, templates }: { answers: Settings['answers']; templates: Settings['templates'] }) {
  const mayWrite = useMay('blacklist.write')
  const set = useAct(optOutCalls.setAnswer, { invalidates: [optOutCalls.settings] })
  return (
    <Panel
      title="退订后的自动答复"
      note="选一个审核通过、没有变量的通知模板。号码第一次退订时发送一条，按普通通知短信计费；余量不足等原因没能发出时，退订照样生效，原因记在收到的回复里。"
    >
      {answers.length === 0 ? <p className={style.note}>还没有审核通过的签名。</p> : null}
      <ul className={`${layout.list} ${layout.stack12} ${style.answers}`}>
        {answers.map(({ signatureId, signatureText, template }) => (
          <li key={signatureId}>
            <b>【{signatureText}】</b>
            <Select
              aria-label={`【${signatureText}】的自动答复`}
              disabled={!mayWrite}
              value={template?.templateId ?? ''}
              options={[
                { value: '', label: '不答复' },
                ...templates.map(one => ({ value: one.templateId, label: one.name })),
                ...(template && !template.isApproved
                  ? [{ value: template.templateId, label: `${template.name}（模板已停用，不再答复）` }]
                  : []),
              ]}
              loading={set.isPending && set.variables.signatureId === signatureId}
              onChange={templateId => set.mutate({ signatureId, templateId: templateId === '' ? null : templateId })}
            />
            <span className={style.note}>
              {template
                ? `${template.content}（${segmentCount(template.content.length)} 条）`
                : templates.length === 0
                  ? '没有可选的通知模板'
                  : ''}
            </span>
          </li>
        ))}
      </ul>
      <FormRefusal error={set.error} />
    </Panel>
  )
}
