import { Button, Input, Radio, Select } from 'antd'
import { useState } from 'react'
import {
  type BlacklistLevel,
  type BlacklistScope,
  blacklistCalls,
  blacklistLevels,
  blacklistReasonRule,
  blacklistScopes,
  splitNumbers,
} from '#contract/blacklist.ts'
import { signatureCalls } from '#contract/signature.ts'
import { limits } from '#values/limits.ts'
import { useAct, useCall } from '../../call.ts'
import { thousands } from '../../ui/Count.tsx'
import { DetailDrawer } from '../../ui/DetailDrawer.tsx'
import { Field } from '../../ui/Field.tsx'
import { FormRefusal } from '../../ui/FormRefusal.tsx'
import { ruleMessage } from '../../ui/form-rules.ts'
import { UnsavedWarning } from '../../ui/UnsavedWarning.tsx'
import { useLeave } from '../review/use-leave.ts'
import { AddResultView } from './AddResultView.tsx'
import { blacklistAnswers } from './blacklist.ts'

const formId = 'blacklist-form'
const most = limits.blacklistPastedPhones
const levelOptions = Object.entries(blacklistLevels).map(([value, label]) => ({ value: value as BlacklistLevel, label }))
const scopeOptions = Object.entries(blacklistScopes).map(([value, label]) => ({ value: value as BlacklistScope, label }))

/** 添加号码: one or many by paste; what became of each number is told afterwards. */
export function AddForm({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [level, setLevel] = useState<BlacklistLevel>('account')
  const [signatureId, setSignatureId] = useState<string | null>(null)
  const [scope, setScope] = useState<BlacklistScope>('marketing')
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const add = useAct(blacklistCalls.add, { invalidates: blacklistAnswers })
  const signatures = useCall(signatureCalls.list, { pageSize: limits.pageRows })
  const isUnsaved = text !== '' && !add.data
  const leave = useLeave(isUnsaved, onClose)

  const numbers = splitNumbers(text)
  const tooMany = numbers.length > most ? `一次最多${thousands(most)}个号码，请分几次添加` : null
  const numbersError = tooMany ?? (isTried && numbers.length === 0 ? '请填写手机号' : null)
  const signatureError = isTried && level === 'signature' && signatureId === null ? '请选择签名' : null
  const reasonError = ruleMessage(blacklistReasonRule, reason)

  const save = () => {
    setTried(true)
    if (numbers.length === 0 || tooMany !== null) return document.getElementById('blacklist-numbers')?.focus()
    if ((level === 'signature' && signatureId === null) || reasonError !== null) return
    add.mutate({ numbers, signatureId: level === 'signature' ? signatureId : null, scope, reason, expiresAt: null })
  }
  const again = () => {
    setText('')
    setTried(false)
    add.reset()
  }

  if (add.data)
    return (
      <DetailDrawer
        isOpen
        onClose={onClose}
        title="添加结果"
        actions={
          <>
            <Button onClick={again}>继续添加</Button>
            <Button type="primary" onClick={onClose} autoFocus>
              完成
            </Button>
          </>
        }
      >
        <AddResultView result={add.data} />
      </DetailDrawer>
    )
  return (
    <DetailDrawer
      isOpen
      onClose={leave}
      title="添加号码"
      actions={
        <>
          <Button onClick={leave}>取消</Button>
          <Button type="primary" htmlType="submit" form={formId} loading={add.isPending}>
            {numbers.length > 0 ? `添加 ${thousands(numbers.length)} 个号码` : '添加'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={event => {
          event.preventDefault()
          save()
        }}
      >
        <Field
          label="手机号"
          id="blacklist-numbers"
          error={numbersError}
          hint="每行一个，也可以用逗号、分号隔开；可以从表格里整列粘贴"
          count={{ length: numbers.length, most }}
        >
          {control => (
            <Input.TextArea
              {...control}
              autoFocus
              rows={8}
              placeholder={'13800138000\n13900139000'}
              value={text}
              onChange={event => setText(event.target.value)}
            />
          )}
        </Field>
        <Field label="适用的签名" isGroup>
          {() => <Radio.Group value={level} options={levelOptions} onChange={event => setLevel(event.target.value)} />}
        </Field>
        {level === 'signature' ? (
          <Field label="签名" error={signatureError}>
            {({ id, status }) => (
              <Select
                id={id}
                status={status}
                style={{ width: '100%' }}
                placeholder="选择一个签名"
                showSearch={{ optionFilterProp: 'label' }}
                value={signatureId}
                options={(signatures.data?.rows ?? []).map(row => ({ value: row.signatureId, label: `【${row.text}】` }))}
                onChange={setSignatureId}
              />
            )}
          </Field>
        ) : null}
        <Field label="不再发送" isGroup hint="验证码不受影响，照常发送。">
          {() => <Radio.Group value={scope} options={scopeOptions} onChange={event => setScope(event.target.value)} />}
        </Field>
        <Field label="原因" isOptional error={reasonError} count={{ length: reason.length, most: limits.blacklistReasonCharacters }}>
          {control => (
            <Input {...control} placeholder="例如：客户来电要求" value={reason} onChange={event => setReason(event.target.value)} />
          )}
        </Field>
      </form>
      <FormRefusal error={add.error} />
      <UnsavedWarning isUnsaved={isUnsaved} />
    </DetailDrawer>
  )
}
