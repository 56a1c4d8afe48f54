import { Button, Input } from 'antd'
import { useState } from 'react'
import { linkCalls } from '#contract/links/link.ts'
import { domainName, linkDomainCalls } from '#contract/links/link-domain.ts'
import { useAct } from '#ui/call.ts'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import style from './Manage.module.css'

const words = {
  own: { label: '要添加的短链域名', placeholder: 'go.example.com', call: linkDomainCalls.add },
  target: { label: '要验证的目标域名', placeholder: 'example.com', call: linkDomainCalls.addTarget },
} as const

/** Adds a domain of either kind, in any pasted form. */
export function AddDomain({ kind }: { kind: keyof typeof words }) {
  const [domain, setDomain] = useState('')
  const [isTried, setTried] = useState(false)
  const { label, placeholder, call } = words[kind]
  const add = useAct(call, {
    invalidates: [linkDomainCalls.list, linkCalls.choices],
    onDone: () => {
      setDomain('')
      setTried(false)
    },
  })
  const wrong = ruleMessage(domainName, domain)
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        setTried(true)
        if (wrong === null) add.mutate({ domain })
      }}
    >
      <Field label={label} error={isTried ? wrong : null}>
        {control => (
          <span className={style.create}>
            <Input
              {...control}
              placeholder={placeholder}
              autoCapitalize="none"
              spellCheck={false}
              value={domain}
              onChange={event => setDomain(event.target.value)}
            />
            <Button type="primary" htmlType="submit" loading={add.isPending}>
              添加
            </Button>
          </span>
        )}
      </Field>
      <FormRefusal error={add.error} />
    </form>
  )
}
