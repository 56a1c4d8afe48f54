import { Button, Input } from 'antd'
import { uploadCalls } from '#contract/recipients/upload.ts'
import { useAct } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { pastedNote } from '#ui/form/pasted-numbers.ts'
import { forget, useRemembered } from '#ui/remembered.ts'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import type { Upload } from './send-file.ts'

const typedName = 'broadcast.pasted'

/** Accepts pasted or typed numbers. */
export function PasteNumbers({ hasVariables, onUpload }: { hasVariables: boolean; onUpload: (upload: Upload) => void }) {
  // In this tab only: the numbers of a list are nobody else's business.
  const [text, setText] = useRemembered(typedName, '', sessionStorage)
  const paste = useAct(uploadCalls.paste, {
    onDone: upload => {
      forget(typedName, sessionStorage)
      onUpload(upload)
    },
  })
  const isLong = text.length > limits.pastedCharacters
  return (
    <>
      {hasVariables ? (
        <p className={`${layout.flush} ${layout.soft}`}>这里只粘贴手机号，变量下一步对所有号码填同一个值；每个号码不同请上传文件。</p>
      ) : null}
      <Field
        label="手机号"
        hint={pastedNote(text) ?? `每行一个，也可用逗号、分号或空格分隔，最多 ${thousands(limits.pastedPhones)} 个`}
        error={isLong ? `内容超过${thousands(limits.pastedCharacters)}个字，请改用文件上传` : null}
      >
        {({ id, status, ...described }) => (
          <Input.TextArea
            id={id}
            {...described}
            status={status}
            rows={8}
            value={text}
            placeholder={'13800138000\n13900139000'}
            onChange={event => setText(event.target.value)}
          />
        )}
      </Field>
      <FormRefusal error={paste.error} />
      <Button type="primary" disabled={text.trim() === '' || isLong} loading={paste.isPending} onClick={() => paste.mutate({ text })}>
        使用这些号码
      </Button>
    </>
  )
}
