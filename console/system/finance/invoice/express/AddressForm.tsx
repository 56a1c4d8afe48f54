import { Checkbox, Input } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import type { CallAnswerWire } from '#contract/call.ts'
import { addressContent, invoiceAddressCalls } from '#contract/invoicing/invoice-delivery.ts'
import { Field } from '#ui/form/Field.tsx'
import { FieldDrawer } from '#ui/form/FieldDrawer.tsx'
import { isWhole, PlaceField } from '#ui/form/PlaceField.tsx'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import style from './Express.module.css'
import { addressAnswers } from './express.ts'

type Address = CallAnswerWire<typeof invoiceAddressCalls.one>
const rules = z.object(addressContent)
type Draft = Required<z.input<typeof rules>> & { isDefault: boolean }
const emptyDraft: Draft = {
  recipient: '',
  phone: '',
  province: '',
  city: '',
  district: '',
  street: '',
  detail: '',
  postcode: '',
  isDefault: false,
}
const draftOf = ({ addressId: _, ...content }: Address): Draft => content

/** Errors by field, by the contract's own rules. */
function problemsOf(draft: Draft, isPlaceWhole: boolean): Record<string, string> {
  const issues = rules.safeParse(draft).error?.issues ?? []
  const problems = Object.fromEntries(issues.toReversed().map(issue => [String(issue.path[0]), issue.message]))
  return isPlaceWhole ? problems : { ...problems, province: '请选择省、市、区' }
}

/** 新建 or 修改 an address. */
export function AddressForm({ row, onClose }: { row: Address | null; onClose: () => void }) {
  const [first] = useState(() => (row ? draftOf(row) : emptyDraft))
  const [draft, setDraft] = useState(first)
  const [isPlaceWhole, setPlaceWhole] = useState(row !== null)
  const [isTried, setTried] = useState(false)
  const options = { invalidates: addressAnswers, done: '已保存地址', onClose }
  const create = useDialogAct(invoiceAddressCalls.create, options)
  const edit = useDialogAct(invoiceAddressCalls.edit, options)
  const act = row ? edit : create
  const isChanged = JSON.stringify(draft) !== JSON.stringify(first)
  const problems = problemsOf(draft, isPlaceWhole)
  const change = (next: Partial<Draft>) => {
    setDraft(before => ({ ...before, ...next }))
    if (act.error) act.reset()
  }
  const errorOf = (name: string) => act.error?.fields[name] ?? (isTried ? problems[name] : undefined)
  const save = () => {
    setTried(true)
    const wrong = ['recipient', 'phone', 'province', 'street', 'detail', 'postcode'].find(name => problems[name])
    if (wrong) return document.getElementById(`address-${wrong}`)?.focus()
    if (row) edit.mutate({ ...draft, addressId: row.addressId })
    else create.mutate(draft)
  }
  const text = (name: 'recipient' | 'phone' | 'street' | 'detail' | 'postcode', label: string, more: object = {}) => (
    <Field label={label} id={`address-${name}`} error={errorOf(name)} isOptional={name === 'street' || name === 'postcode'}>
      {control => <Input {...control} {...more} value={draft[name]} onChange={event => change({ [name]: event.target.value })} />}
    </Field>
  )
  return (
    <FieldDrawer
      title={row ? '修改邮寄地址' : '新建邮寄地址'}
      onSave={save}
      isSaving={act.isPending}
      isUnsaved={isChanged && !act.isSuccess}
      error={act.error}
      onClose={onClose}
    >
      <div className={style.pairs}>
        {text('recipient', '收件人', { autoFocus: true, autoComplete: 'name' })}
        {text('phone', '手机', { inputMode: 'tel', autoComplete: 'tel-national', maxLength: 11 })}
      </div>
      <PlaceField
        id="address-province"
        place={draft}
        error={errorOf('province') ?? errorOf('district')}
        onChange={(place, divisions) => {
          change(place)
          setPlaceWhole(isWhole(place, divisions))
        }}
      />
      {text('street', '街道或乡镇')}
      {text('detail', '详细地址', { placeholder: '路名、门牌号、楼栋、楼层、房间号', autoComplete: 'street-address' })}
      {text('postcode', '邮编', { inputMode: 'numeric', maxLength: 6, autoComplete: 'postal-code' })}
      <Checkbox checked={draft.isDefault} onChange={event => change({ isDefault: event.target.checked })}>
        设为默认地址
      </Checkbox>
    </FieldDrawer>
  )
}
