import { Button, Input, Select } from 'antd'
import { useEffect, useState } from 'react'
import { broadcastLinkCalls } from '#contract/broadcast/broadcast-link.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { linkProblemAdvice, linkProblemName } from '#contract/links/link-problem.ts'
import { useAct, useListCall } from '#ui/call.ts'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { useSettledText } from '#ui/settled.ts'
import layout from '#ui/theme/layout.module.css'
import { firstOrThrow } from '#values/or-throw.ts'
import { useMay } from '../../../session.ts'
import style from './Recipients.module.css'

type Choice = CallAnswerWire<typeof broadcastLinkCalls.choices>['rows'][number]

interface LinkSourceProps {
  label: string
  /** Empty until one is chosen. */
  linkId: string
  onChange: (chosen: { linkId: string; address: string }) => void
}

/** The link for a variable: an existing one, or a new one for this broadcast. */
export function LinkSource({ label, linkId, onChange }: LinkSourceProps) {
  const mayCreate = useMay('link.write')
  const [typed, setTyped] = useState('')
  const search = useSettledText(typed)
  const choices = useListCall(broadcastLinkCalls.choices, { search, ...(linkId ? { linkId } : {}) }, { staleTimeMs: 0 })
  const rows = choices.data?.rows ?? []
  const chosen = rows.find(row => row.linkId === linkId)
  const address = chosen?.address
  // biome-ignore lint/correctness/useExhaustiveDependencies: called once the form of the addresses is known, whichever callback is passed.
  useEffect(() => {
    if (address !== undefined) onChange({ linkId, address })
  }, [linkId, address])
  return (
    <>
      <Select
        aria-label={label}
        placeholder="选择生效中的短链"
        showSearch={{ filterOption: false, onSearch: setTyped }}
        loading={choices.isFetching}
        value={linkId === '' ? undefined : linkId}
        onChange={next => onChange(firstOrThrow(rows.filter(row => row.linkId === next)))}
        options={rows.map(row => ({ value: row.linkId, label: choiceText(row) }))}
        notFoundContent={typed === '' ? '还没有生效中的短链，在下面新建' : '没有找到'}
      />
      {mayCreate ? <NewLink onMade={onChange} /> : null}
      <FormRefusal error={choices.error} />
      {chosen ? <About chosen={chosen} /> : null}
    </>
  )
}

const withoutScheme = (address: string) => address.replace(/^https?:\/\//, '')
const choiceText = ({ title, shortUrl, target }: Choice) => `${title || withoutScheme(shortUrl)} → ${withoutScheme(target)}`

function About({ chosen: { address, target, problem } }: { chosen: Choice }) {
  return (
    <p className={`${layout.flush} ${layout.softNote} ${style.linkNote}`} role="status">
      每个号码的地址不同：<span className={layout.anywhere}>{address}</span>，{address.length}个字符，打开{' '}
      <span className={layout.anywhere}>{target}</span>。每个号码用1个短链单位。
      {problem ? (
        <b>
          短链{linkProblemName(problem)}，{linkProblemAdvice(problem)}后才能发送。
        </b>
      ) : null}
    </p>
  )
}

/** A new link only needs a target here; other settings are made on the page of links. */
function NewLink({ onMade }: { onMade: (made: Choice) => void }) {
  const [target, setTarget] = useState('')
  const create = useAct(broadcastLinkCalls.create, {
    invalidates: [broadcastLinkCalls.choices],
    onDone: made => {
      setTarget('')
      onMade(made)
    },
  })
  const error = create.error?.fields?.target ? { message: create.error.fields.target } : create.error
  return (
    <>
      <div className={style.newLink}>
        <Input
          aria-label="新短链的目标网址"
          placeholder="或填写网址新建，如 https://…"
          inputMode="url"
          value={target}
          onChange={event => setTarget(event.target.value)}
          onPressEnter={() => target.trim() !== '' && create.mutate({ target })}
        />
        <Button loading={create.isPending} disabled={target.trim() === ''} onClick={() => create.mutate({ target })}>
          新建
        </Button>
      </div>
      <FormRefusal error={error} />
    </>
  )
}
