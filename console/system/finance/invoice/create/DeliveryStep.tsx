import { Input, Select } from 'antd'
import { PageLink } from '#console/shared/PageLink.tsx'
import { type InvoiceKindName, invoiceKinds } from '#contract/invoicing/invoice-state.ts'
import { Field } from '#ui/form/Field.tsx'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import style from '../Invoice.module.css'
import type { InvoiceForm } from './form.ts'

const kindNotes: Record<InvoiceKindName, string> = {
  ordinary: '个人和企业都可以开',
  special: '可抵扣进项税，限通过专票资质审核的认证企业',
}

/** Title and delivery of the invoice. */
export function DeliveryStep({ form }: { form: InvoiceForm }) {
  const { draft, change, title, titles } = form
  const approved = (titles.data?.rows ?? []).filter(one => one.approvedVersionId !== null)
  return (
    <>
      <Field label="票种" isGroup>
        {() => (
          <div className={style.choices}>
            {keysOf(invoiceKinds).map(kind => (
              <label key={kind} className={style.choice}>
                <input
                  type="radio"
                  name="kind"
                  checked={draft.kind === kind}
                  disabled={kind === 'special' && approved.length === 0}
                  onChange={() =>
                    change({
                      kind,
                      ...(kind === 'ordinary'
                        ? { medium: 'electronic' }
                        : title?.approvedVersionId
                          ? {}
                          : { titleId: firstOrThrow(approved).titleId }),
                    })
                  }
                />
                {invoiceKinds[kind].name}
                <span>{kind === 'special' && approved.length === 0 ? '还没有抬头通过专票资质审核' : kindNotes[kind]}</span>
              </label>
            ))}
          </div>
        )}
      </Field>
      <Field
        label="发票抬头"
        hint={title ? title.taxNumber || '个人抬头，没有税号' : titles.data?.rows.length === 0 ? '还没有抬头，请先添加' : undefined}
      >
        {({ status, ...control }) => (
          <Select
            {...control}
            status={status}
            style={{ width: '100%' }}
            placeholder="请选择抬头"
            value={title?.titleId ?? null}
            notFoundContent="还没有抬头"
            onChange={titleId => change({ titleId })}
            options={(titles.data?.rows ?? []).map(one => ({
              value: one.titleId,
              label: `${one.name}${one.isDefault ? '（默认）' : ''}`,
              disabled: draft.kind === 'special' && one.approvedVersionId === null,
            }))}
          />
        )}
      </Field>
      <p className={style.manage}>
        <PageLink to="/system/finance/invoice/content">管理抬头</PageLink>
      </p>
      {draft.kind === 'special' && form.sources.data?.seller?.offersPrint ? <MediumChoice form={form} /> : null}
      {draft.medium === 'paper' ? <AddressChoice form={form} /> : <EmailChoice form={form} />}
      <Field
        label="备注"
        isOptional
        hint="印在发票上，如采购单号"
        count={{ length: draft.remark.length, most: limits.invoiceRemarkCharacters }}
      >
        {({ status, ...control }) => (
          <Input
            {...control}
            status={status}
            maxLength={limits.invoiceRemarkCharacters}
            value={draft.remark}
            onChange={event => change({ remark: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}

const MediumChoice = ({ form: { draft, change } }: { form: InvoiceForm }) => (
  <Field label="介质" isGroup>
    {() => (
      <div className={style.choices}>
        <label className={style.choice}>
          <input type="radio" name="medium" checked={draft.medium === 'electronic'} onChange={() => change({ medium: 'electronic' })} />
          电子
          <span>开具后发到邮箱，随时可下载</span>
        </label>
        <label className={style.choice}>
          <input type="radio" name="medium" checked={draft.medium === 'paper'} onChange={() => change({ medium: 'paper' })} />
          纸质
          <span>开具后快递寄出，红冲前须退回</span>
        </label>
      </div>
    )}
  </Field>
)

function EmailChoice({ form: { draft, change, verified, emails } }: { form: InvoiceForm }) {
  const waiting = (emails.data?.rows.length ?? 0) - verified.length
  return (
    <>
      <Field
        label="收票邮箱"
        hint={
          verified.length === 0
            ? '还没有验证过的邮箱，请先添加并验证'
            : `最多${limits.invoiceMailboxes}个${waiting > 0 ? `；另有${waiting}个未验证` : ''}`
        }
      >
        {({ status, ...control }) => (
          <Select
            {...control}
            status={status}
            mode="multiple"
            maxCount={limits.invoiceMailboxes}
            style={{ width: '100%' }}
            placeholder="请选择邮箱"
            value={[...draft.emailIds]}
            onChange={emailIds => change({ emailIds })}
            notFoundContent="没有验证过的邮箱"
            options={verified.map(one => ({ value: one.emailId, label: one.address }))}
          />
        )}
      </Field>
      <p className={style.manage}>
        <PageLink to="/system/finance/invoice/express">管理邮箱</PageLink>
      </p>
    </>
  )
}

function AddressChoice({ form: { draft, change, addresses } }: { form: InvoiceForm }) {
  return (
    <>
      <Field label="收件地址">
        {({ status, ...control }) => (
          <Select
            {...control}
            status={status}
            style={{ width: '100%' }}
            placeholder="请选择地址"
            value={draft.addressId}
            onChange={addressId => change({ addressId })}
            notFoundContent="还没有地址"
            options={(addresses.data?.rows ?? []).map(one => ({
              value: one.addressId,
              label: `${one.recipient} ${one.phone} ${one.province}${one.city}${one.district}${one.street}${one.detail}`,
            }))}
          />
        )}
      </Field>
      <p className={style.manage}>
        <PageLink to="/system/finance/invoice/express" query={{ tab: 'address' }}>
          管理地址
        </PageLink>
      </p>
    </>
  )
}
