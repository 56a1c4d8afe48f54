import { Input, Select } from 'antd'
import { useState } from 'react'
import type { CallAnswerWire } from '#contract/call.ts'
import { checkValue, composeContent, renderTemplate, variableKinds } from '#contract/content/template-text.ts'
import { deliveryCalls } from '#contract/messages/delivery.ts'
import { inboundReplyCalls } from '#contract/messages/inbound-reply.ts'
import { exampleOf } from '#contract/variable-example.ts'
import { useCall } from '#ui/call.ts'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import layout from '#ui/theme/layout.module.css'
import { firstOrThrow } from '#values/or-throw.ts'
import { segmentCount } from '#values/segment.ts'
import style from './Delivery.module.css'

type Row = CallAnswerWire<typeof deliveryCalls.inbound>['rows'][number]

/**
 * 答复: an approved notice with the signature that the person wrote to. Free text would be sent unreviewed, which
 * carriers forbid.
 */
export function ReplyDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const templates = useCall(inboundReplyCalls.templates, {})
  const [templateId, setTemplateId] = useState<string | null>(null)
  const [parameters, setParameters] = useState<Record<string, string>>({})
  const [isTried, setTried] = useState(false)
  const reply = useDialogAct(inboundReplyCalls.send, {
    invalidates: [deliveryCalls.inbound, deliveryCalls.list],
    done: '答复已提交发送',
    onClose,
  })
  const template = templates.data?.rows.find(one => one.templateId === templateId)
  const variables = template?.variables ?? []
  const problemOf = (name: string) => {
    const variable = firstOrThrow(variables.filter(one => one.name === name))
    return checkValue(variable, parameters[name] ?? '')
  }
  const isReady = template !== undefined && variables.every(({ name }) => problemOf(name) === null)
  const send = () => {
    setTried(true)
    if (isReady) reply.mutate({ inboundId: row.inboundId, templateId: template.templateId, parameters })
  }
  const values = variables.map(variable => parameters[variable.name] || exampleOf(variable, template?.text))
  const content = template
    ? composeContent(row.signatureText ?? '', renderTemplate(template.text, variables, values), 'transactional')
    : null
  return (
    <Dialog
      open
      title={`答复 ${row.phone}`}
      okText="发送"
      cancelText="返回"
      confirmLoading={reply.isPending}
      onOk={send}
      onCancel={onClose}
    >
      <p className={style.text}>{row.text}</p>
      <Field
        label="通知模板"
        error={isTried && !template ? '请选择一个模板' : null}
        hint={
          templates.data?.rows.length === 0
            ? '还没有审核通过的通知模板，请先申请'
            : '短信内容须经审核，答复只能用审核通过的通知模板，按普通短信计费'
        }
      >
        {({ id, status }) => (
          <Select
            id={id}
            status={status}
            style={{ width: '100%' }}
            placeholder="选择一个模板"
            showSearch={{ optionFilterProp: 'label' }}
            value={templateId}
            options={(templates.data?.rows ?? []).map(one => ({ value: one.templateId, label: one.name }))}
            onChange={next => {
              setTemplateId(next)
              setParameters({})
              setTried(false)
            }}
          />
        )}
      </Field>
      {variables.map(variable => {
        const { name, kind, maxLength } = variable
        return (
          <Field
            key={name}
            label={name}
            error={isTried ? problemOf(name) : null}
            hint={`${variableKinds[kind].name}，最多${maxLength}个字，例如 ${exampleOf(variable, template?.text)}`}
          >
            {control => (
              <Input
                {...control}
                value={parameters[name] ?? ''}
                maxLength={maxLength}
                onChange={event => setParameters({ ...parameters, [name]: event.target.value })}
              />
            )}
          </Field>
        )
      })}
      {content ? (
        <p className={layout.faint}>
          将发送：{content}（{segmentCount(content.length)} 条）
        </p>
      ) : null}
      <FormRefusal error={reply.error} />
    </Dialog>
  )
}
