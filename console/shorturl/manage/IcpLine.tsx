import { Button, Input } from 'antd'
import { useState } from 'react'
import { linkDomainCalls } from '#contract/links/link-domain.ts'
import { icpNumberRule, siteNameRule } from '#contract/links/link-icp.ts'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import style from './Manage.module.css'

interface IcpProps {
  kind: 'own' | 'target'
  domain: { domain: string; shown: string; siteName: string; icpNumber: string }
  mayWrite: boolean
}

/** How a domain's website is filed, and the form for it. */
export function IcpLine({ kind, domain, mayWrite }: IcpProps) {
  const [isOpen, setOpen] = useState(false)
  const isStated = domain.icpNumber !== ''
  return (
    <p className={style.note}>
      {isStated ? `备案：${domain.siteName}，${domain.icpNumber}` : '没有填写备案信息'}
      {mayWrite ? (
        <Button type="link" size="small" onClick={() => setOpen(true)}>
          {isStated ? '修改' : '填写'}
        </Button>
      ) : null}
      {isOpen ? <IcpForm kind={kind} domain={domain} onClose={() => setOpen(false)} /> : null}
    </p>
  )
}

function IcpForm({ kind, domain: one, onClose }: Omit<IcpProps, 'mayWrite'> & { onClose: () => void }) {
  const [siteName, setSiteName] = useState(one.siteName)
  const [icpNumber, setNumber] = useState(one.icpNumber)
  const [isTried, setTried] = useState(false)
  const save = useDialogAct(linkDomainCalls.saveIcpRecord, { invalidates: [linkDomainCalls.list], done: () => '已保存', onClose })
  const isEmpty = siteName.trim() === '' && icpNumber.trim() === ''
  const problems = isEmpty
    ? { siteName: null, icpNumber: null }
    : { siteName: ruleMessage(siteNameRule, siteName), icpNumber: ruleMessage(icpNumberRule, icpNumber) }
  const submit = () => {
    setTried(true)
    if (problems.siteName !== null || problems.icpNumber !== null) return
    save.mutate({ kind, domain: one.domain, icp: isEmpty ? null : { siteName, icpNumber } })
  }
  return (
    <Dialog
      open
      title={`${one.shown} 的备案信息`}
      okText="保存"
      cancelText="返回"
      confirmLoading={save.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <p className={style.note}>短信模板里有这个域名的链接时，可以一键填入申请说明，不用每次重写。两项都清空就不再保存。</p>
      <Field label="网站名称" error={isTried ? problems.siteName : null}>
        {control => (
          <Input {...control} value={siteName} placeholder="备案时填写的名称" onChange={event => setSiteName(event.target.value)} />
        )}
      </Field>
      <Field label="备案号" error={isTried ? problems.icpNumber : null}>
        {control => (
          <Input {...control} value={icpNumber} placeholder="浙ICP备12345678号-1" onChange={event => setNumber(event.target.value)} />
        )}
      </Field>
      <FormRefusal error={save.error} />
    </Dialog>
  )
}
