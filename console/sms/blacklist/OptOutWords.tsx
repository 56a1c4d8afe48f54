import { Button, Input } from 'antd'
import { type FormEvent, useState } from 'react'
import type { CallAnswerWire } from '#contract/call.ts'
import { optOutCalls, optOutDigits, optOutLetters, optOutPhrases, optOutWordRule } from '#contract/unsubscribe/opt-out.ts'
import { useAct } from '#ui/call.ts'
import { Panel } from '#ui/display/Panel.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { limits } from '#values/limits.ts'
import { useMay } from '../../session.ts'
import style from './Blacklist.module.css'

const common = [...optOutLetters, ...optOutPhrases, optOutDigits]

/** Opt-out words: the general ones, and the account's own. */
export function OptOutWords({ words }: { words: CallAnswerWire<typeof optOutCalls.settings>['words'] }) {
  const mayWrite = useMay('blacklist.write')
  const [word, setWord] = useState('')
  const [isTried, setTried] = useState(false)
  const add = useAct(optOutCalls.addWord, {
    invalidates: [optOutCalls.settings],
    onDone: () => {
      setWord('')
      setTried(false)
    },
  })
  const remove = useAct(optOutCalls.removeWord, { invalidates: [optOutCalls.settings] })
  const wrong = ruleMessage(optOutWordRule, word)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (wrong === null) add.mutate({ word })
  }
  return (
    <Panel title="退订关键词" note="整条回复就是关键词时生效；大小写、全角、空格、标点和前面的“回复”不影响。只是提到这些词的句子不算退订。">
      <p className={style.words}>
        {common.map(one => (
          <code key={one}>{one}</code>
        ))}
        <span className={style.note}>所有账户通用，也可以组合，如“TD退订”</span>
      </p>
      {words.length > 0 ? (
        <ul className={style.words}>
          {words.map(word => (
            <li key={word}>
              <code>{word}</code>
              {mayWrite ? (
                <Button type="text" size="small" aria-label={`删除关键词 ${word}`} onClick={() => remove.mutate({ word })}>
                  ×
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {mayWrite ? (
        <form className={style.addWord} onSubmit={submit}>
          <Field
            label="增加自己的关键词"
            error={isTried ? wrong : null}
            hint={`最多${limits.optOutWords}个，每个不超过${limits.optOutWordCharacters}个字，只对您的短信生效`}
          >
            {control => <Input {...control} placeholder="例如：不要了" value={word} onChange={event => setWord(event.target.value)} />}
          </Field>
          <Button htmlType="submit" loading={add.isPending}>
            添加
          </Button>
        </form>
      ) : null}
      <FormRefusal error={add.error ?? remove.error} />
    </Panel>
  )
}
