import { Button, Input, Radio } from 'antd'
import { useState } from 'react'
import { adminWordCalls } from '#contract/forbidden-words/admin-word.ts'
import type { WordKind } from '#contract/forbidden-words/word.ts'
import { useAct } from '#ui/call.ts'
import { Findings } from '#ui/display/Findings.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { MarkedText } from '#ui/form/MarkedText.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import { kindOptions } from './word.ts'

/** 试查文字: finds and marks the listed words in a text. */
export function TryDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [kind, setKind] = useState<WordKind>('transactional')
  const act = useAct(adminWordCalls.try)
  const tried = act.data && act.variables ? { text: act.variables.text, findings: act.data.findings } : null
  return (
    <Dialog
      open
      title="试查文字"
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button type="primary" disabled={text.trim() === ''} loading={act.isPending} onClick={() => act.mutate({ text, kind })}>
            检查
          </Button>
        </>
      }
    >
      <Field label="内容类型" isGroup>
        {() => <Radio.Group value={kind} options={kindOptions} onChange={event => setKind(event.target.value)} />}
      </Field>
      <Field label="文字" count={{ length: text.length, most: limits.templateTextCharacters }}>
        {control => (
          <Input.TextArea
            {...control}
            autoFocus
            rows={4}
            maxLength={limits.templateTextCharacters}
            value={text}
            onChange={event => setText(event.target.value)}
          />
        )}
      </Field>
      {tried ? (
        <section aria-label="检查结果" aria-live="polite">
          <p className={`${layout.flush} ${layout.below12} ${layout.box}`}>
            <MarkedText text={tried.text} findings={tried.findings} />
          </p>
          <Findings findings={tried.findings} emptyText="没有命中" />
        </section>
      ) : null}
      <FormRefusal error={act.error} />
    </Dialog>
  )
}
