import { App, Input } from 'antd'
import { useState } from 'react'
import { alertReceiverCalls, contactNameRule } from '#contract/alert/alert-receiver.ts'
import { phoneNumber } from '#contract/scalars.ts'
import { useAct } from '#ui/call.ts'
import { Field } from '#ui/form/Field.tsx'
import { FieldDrawer } from '#ui/form/FieldDrawer.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { SmsCodeField } from '#ui/form/SmsCodeField.tsx'
import { limits } from '#values/limits.ts'
import { type Contact, receiverAnswers } from './alerts.ts'

const emailRule = alertReceiverCalls.sendEmailCode.input.shape.email

/** A receiver of alerts: a phone, a mailbox or both, each verified by a code when it is new. */
export function ContactForm({ contact, onClose }: { contact: Contact | null; onClose: () => void }) {
  const { message } = App.useApp()
  const [name, setName] = useState(contact?.name ?? '')
  const [phone, setPhone] = useState(contact?.phone ?? '')
  const [phoneCode, setPhoneCode] = useState('')
  const [email, setEmail] = useState(contact?.email ?? '')
  const [emailCode, setEmailCode] = useState('')
  const [isTried, setTried] = useState(false)
  const askPhone = useAct(alertReceiverCalls.sendPhoneCode)
  const askEmail = useAct(alertReceiverCalls.sendEmailCode)
  const save = useAct(alertReceiverCalls.saveContact, {
    invalidates: receiverAnswers,
    onDone: ({ alertContactId }) => {
      if (!alertContactId) return
      void message.success('联系人已保存')
      onClose()
    },
  })
  const isChanged = name !== (contact?.name ?? '') || phone !== (contact?.phone ?? '') || email !== (contact?.email ?? '')
  const needsPhoneCode = phone.trim() !== '' && phone.trim() !== contact?.phone
  const needsEmailCode = email.trim() !== '' && email.trim() !== contact?.email
  const problems = {
    name: ruleMessage(contactNameRule, name),
    // A masked number is the saved one, which its viewer may not see.
    phone: needsPhoneCode ? ruleMessage(phoneNumber, phone) : phone.trim() === '' && email.trim() === '' ? '手机号和邮箱至少填一个' : null,
    phoneCode: needsPhoneCode && phoneCode.length !== limits.oneTimeCodeDigits ? '请填写手机收到的验证码' : null,
    email: needsEmailCode ? ruleMessage(emailRule, email.trim()) : null,
    emailCode: needsEmailCode && emailCode.length !== limits.oneTimeCodeDigits ? '请填写邮箱收到的验证码' : null,
  }
  const unproven = save.data?.unproven
  const shown = (name: keyof typeof problems) => (isTried ? problems[name] : null)
  const submit = () => {
    setTried(true)
    if (Object.values(problems).some(problem => problem !== null)) return
    save.mutate({
      alertContactId: contact?.alertContactId ?? null,
      name,
      phone: phone.trim() === '' ? null : phone.trim(),
      phoneCode: needsPhoneCode ? phoneCode : null,
      email: email.trim() === '' ? null : email.trim(),
      emailCode: needsEmailCode ? emailCode : null,
    })
  }
  return (
    <FieldDrawer
      title={contact ? `修改联系人：${contact.name}` : '添加联系人'}
      onSave={submit}
      isSaving={save.isPending}
      isUnsaved={isChanged && !save.isSuccess}
      error={save.error}
      onClose={onClose}
    >
      <Field label="姓名" error={shown('name')} count={{ length: name.trim().length, most: limits.alertContactNameCharacters }}>
        {control => <Input {...control} autoFocus value={name} onChange={event => setName(event.target.value)} />}
      </Field>
      <Field label="手机号" isOptional error={shown('phone') ?? save.error?.fields.phone}>
        {control => (
          <Input
            {...control}
            inputMode="tel"
            autoComplete="off"
            value={phone}
            onChange={event => setPhone(event.target.value.replace(/\s/g, ''))}
          />
        )}
      </Field>
      {needsPhoneCode ? (
        <SmsCodeField
          name="alert-contact-phone"
          hint="发到上面的手机号，请向本人索取"
          code={phoneCode}
          onCode={setPhoneCode}
          onAsk={onSent => (ruleMessage(phoneNumber, phone) === null ? askPhone.mutate({ phone }, { onSuccess: onSent }) : setTried(true))}
          isAsking={askPhone.isPending}
          refusal={askPhone.error}
          error={shown('phoneCode') ?? (unproven === 'phone' ? '验证码不正确或已失效' : null)}
        />
      ) : null}
      <Field label="邮箱" isOptional error={shown('email')}>
        {control => (
          <Input {...control} inputMode="email" autoComplete="off" value={email} onChange={event => setEmail(event.target.value)} />
        )}
      </Field>
      {needsEmailCode ? (
        <SmsCodeField
          name="alert-contact-email"
          label="邮箱验证码"
          hint="发到上面的邮箱，请向本人索取"
          code={emailCode}
          onCode={setEmailCode}
          onAsk={onSent =>
            ruleMessage(emailRule, email.trim()) === null ? askEmail.mutate({ email: email.trim() }, { onSuccess: onSent }) : setTried(true)
          }
          isAsking={askEmail.isPending}
          refusal={askEmail.error}
          error={shown('emailCode') ?? (unproven === 'email' ? '验证码不正确或已失效' : null)}
        />
      ) : null}
    </FieldDrawer>
  )
}
