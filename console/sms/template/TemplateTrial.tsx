import { App, Button, Input, Select } from 'antd'
import { useState } from 'react'
import { templateCalls } from '#contract/content/template.ts'
import { checkValue, composeContent, renderTemplate, variableKinds } from '#contract/content/template-text.ts'
import { exampleOf } from '#contract/variable-example.ts'
import { useAct } from '#ui/call.ts'
import { PhonePreview } from '#ui/display/PhonePreview.tsx'
import { Field, FieldsBeside } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { useSettings } from '#ui/form/settings.ts'
import layout from '#ui/theme/layout.module.css'
import { formatChinaTime } from '#values/china-time.ts'
import { segmentCount } from '#values/segment.ts'
import { useMay, useMe } from '../../session.ts'
import type { TemplateRow } from './noun.ts'
import style from './Template.module.css'
import { type OwnSignature, useOwnSignatures } from './use-own-signature.ts'

/**
 * Trial of a template: fill in the variables, see the message with its segments, and send it to one's own phone under
 * the same rules as a broadcast.
 */
export function TemplateTrial({ row }: { row: TemplateRow }) {
  const { text, kind, variables } = row
  const signatures = useOwnSignatures()
  const { messageUnits } = useSettings()
  const [chosen, setChosen] = useState<string | null>(null)
  const [values, setValues] = useState(() => variables.map(variable => exampleOf(variable, text)))
  const signature = signatures.find(one => one.signatureId === chosen) ?? signatures[0]
  const content = composeContent(signature?.text ?? '签名', renderTemplate(text, variables, values), kind)
  const isWrong = variables.some((variable, index) => checkValue(variable, values[index] ?? '') !== null)
  return (
    <FieldsBeside aside={<PhonePreview messages={[{ content }]} maxUnits={messageUnits} />}>
      {signatures.length > 1 ? (
        <Field label="签名">
          {({ id }) => (
            <Select
              id={id}
              className={layout.full}
              value={signature?.signatureId ?? null}
              options={signatures.map(one => ({ value: one.signatureId, label: `【${one.text}】` }))}
              onChange={setChosen}
            />
          )}
        </Field>
      ) : null}
      {variables.length === 0 ? <p>这个模板没有变量，每个人收到的内容都相同。</p> : null}
      {variables.map((variable, index) => {
        const value = values[index] ?? ''
        return (
          <Field
            key={variable.name}
            label={`${variable.name}（${variableKinds[variable.kind].name}）`}
            error={checkValue(variable, value)}
            count={{ length: value.length, most: variable.maxLength }}
          >
            {control => (
              <Input
                {...control}
                value={value}
                onChange={event => setValues(values.map((one, at) => (at === index ? event.target.value : one)))}
              />
            )}
          </Field>
        )
      })}
      {row.state === 'approved' ? (
        <OwnPhone row={row} signature={signature} values={values} segments={segmentCount(content.length)} isWrong={isWrong} />
      ) : (
        <p className={style.trialNote}>审核通过后，可以发一条到自己的手机试试。</p>
      )}
    </FieldsBeside>
  )
}

interface OwnPhoneProps {
  row: TemplateRow
  signature: OwnSignature | undefined
  values: string[]
  segments: number
  isWrong: boolean
}

/** Sends it to the signed-in member's phone; shows the cost before. */
function OwnPhone({ row, signature, values, segments, isWrong }: OwnPhoneProps) {
  const { message } = App.useApp()
  const me = useMe()
  const maySend = useMay('broadcast.write')
  const act = useAct(templateCalls.tryOut, {
    onDone: ({ phone, heldUntil }) =>
      void message.success(
        heldUntil ? `推广短信将在${formatChinaTime(new Date(heldUntil)).slice(5, 16)}发到${phone}` : `已发到${phone}，请留意查收`,
      ),
  })
  if (!maySend) return null
  if (!signature) return <p className={style.trialNote}>有了审核通过的签名，才能发一条试试。</p>
  return (
    <>
      <Button
        disabled={isWrong}
        loading={act.isPending}
        onClick={() => act.mutate({ templateId: row.templateId, signatureId: signature.signatureId, values })}
      >
        发到我的手机
      </Button>
      <p className={style.trialNote}>
        发到{me.data?.member.phone}，计费 {segments} 条，与平常发送相同。
      </p>
      <FormRefusal error={act.error} />
    </>
  )
}
