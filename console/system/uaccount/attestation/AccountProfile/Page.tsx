import { Alert, Button, Input, Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { routes } from '#console/routes.tsx'
import { accountProfileCalls, certificateRoute, industries, profileRules, scales } from '#contract/account/attestation.ts'
import { attestationSubjects } from '#contract/account/attestation-form.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import { useAct, useCall } from '#ui/call.ts'
import { Facts } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { Timeline } from '#ui/display/Timeline.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { RegionField } from '#ui/form/RegionField.tsx'
import { SettingsPage, SettingsSection } from '#ui/form/SettingsPage.tsx'
import { PageFailure } from '#ui/frame/PageFailure.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { attestationStateTags } from '#ui/labels/account.ts'
import layout from '#ui/theme/layout.module.css'
import { pathTo } from '../../../../paths.ts'
import { useMay } from '../../../../session.ts'
import style from '../Attestation.module.css'
import { type Profile, profileFacts } from '../attestation.ts'
import { SubmissionFacts } from '../SubmissionFacts.tsx'
import { Contacts } from './Contacts.tsx'

/** 账户资料: attested facts, the account's own description, contact persons, and earlier versions. */
export function Page() {
  const query = useCall(accountProfileCalls.profile, {})
  if (query.error && !query.data) return <PageFailure page="账户资料" query={query} />
  if (!query.data) return <PageSkeleton />
  return (
    <SettingsPage title="账户资料" note={routes['/system/uaccount/attestation/AccountProfile'].note}>
      <Attested profile={query.data} />
      <Business key={query.data.profile.updatedAt} profile={query.data} />
      <Contacts profile={query.data} />
      <Versions profile={query.data} />
    </SettingsPage>
  )
}

function Attested({ profile }: { profile: Profile }) {
  const { attestationStatus, attestedName, attestedAt, attestedUntil, isRenewalDue, current, accountId, open } = profile
  const mayWrite = useMay('account.write')
  const { name, tone, act } = profileFacts(profile)
  const reviewing = open?.state === 'reviewing' ? open : null
  return (
    <Panel title="认证主体" action={<StateTag tone={tone}>{name}</StateTag>}>
      <Facts
        facts={[
          fact('名称', current ? null : (attestedName ?? reviewing?.name ?? '还没有认证')),
          fact('认证类型', reviewing && !current ? attestationSubjects[reviewing.subject].name : null),
          fact('提交时间', reviewing?.submittedAt ? <Moment at={reviewing.submittedAt} /> : null),
          fact(
            '账户编号',
            <span>
              {accountId} <CopyButton text={accountId} label="账户编号" />
            </span>,
          ),
          fact('通过时间', attestedAt ? <Moment at={attestedAt} /> : null),
          fact('有效期至', attestedAt ? (attestedUntil ?? '长期') : null),
        ]}
      />
      {current ? <SubmissionFacts submission={current} /> : null}
      {attestedAt && !current ? <p className={layout.lead}>由工作人员线下核对资料后认证。</p> : null}
      {reviewing ? (
        <Alert
          className={layout.above12 ?? ''}
          type="info"
          showIcon
          title={
            attestedAt
              ? `新资料（${reviewing.name}）正在审核，期间原认证继续有效。`
              : '资料正在审核，一般1-3个工作日，结果会通过消息中心通知。'
          }
        />
      ) : null}
      {isRenewalDue && !reviewing ? (
        <Alert type={attestationStatus === 'lapsed' ? 'error' : 'warning'} showIcon title="证照已过期或将在30天内到期，请更新证照。" />
      ) : null}
      <p className={`${layout.flush} ${layout.above16} ${layout.line16}`}>
        {attestedAt ? <Button href={certificateRoute.path}>下载认证证明</Button> : null}
        {mayWrite ? <Link to={pathTo('/system/uaccount/attestation', attestedAt && !reviewing ? { edit: 'yes' } : {})}>{act}</Link> : null}
      </p>
    </Panel>
  )
}

const choices = (names: readonly string[]) => [{ value: '', label: '未填写' }, ...names.map(name => ({ value: name, label: name }))]

function Business({ profile: { profile } }: { profile: Profile }) {
  const mayWrite = useMay('account.write')
  const { updatedAt: _, ...first } = profile
  const [draft, setDraft] = useState(first)
  const save = useAct(accountProfileCalls.save, { invalidates: [accountProfileCalls.profile] })
  const change = (next: Partial<typeof draft>) => setDraft(before => ({ ...before, ...next }))
  const problem = ruleMessage(profileRules.website, draft.website.trim())
  const isChanged = JSON.stringify(draft) !== JSON.stringify(first)
  const text = (field: 'website' | 'address', label: string, hint: string, error: string | null = null) => (
    <Field label={label} isOptional hint={hint} error={save.error?.fields[field] ?? error}>
      {control => (
        <Input {...control} disabled={!mayWrite} value={draft[field]} onChange={event => change({ [field]: event.target.value })} />
      )}
    </Field>
  )
  return (
    <SettingsSection
      title="经营资料"
      note="用于开票、寄送和客服联系，不需要审核。"
      {...(mayWrite ? { onSave: () => problem === null && save.mutate({ ...draft, website: draft.website.trim() }) } : {})}
      isSaving={save.isPending}
      isChanged={isChanged && problem === null}
      refusal={<FormRefusal error={save.error} />}
    >
      <div className={style.pair}>
        <Field label="行业" isOptional>
          {control => (
            <Select
              {...control}
              className={layout.full ?? ''}
              aria-label="行业"
              disabled={!mayWrite}
              value={draft.industry}
              options={choices(industries)}
              onChange={industry => change({ industry })}
            />
          )}
        </Field>
        <Field label="规模" isOptional>
          {control => (
            <Select
              {...control}
              className={layout.full ?? ''}
              aria-label="规模"
              disabled={!mayWrite}
              value={draft.scale}
              options={choices(scales)}
              onChange={scale => change({ scale })}
            />
          )}
        </Field>
        <div className={style.wide}>
          <RegionField
            id="region"
            isOptional
            isDisabled={!mayWrite}
            region={draft.region}
            error={save.error?.fields.region}
            onChange={region => change({ region })}
          />
        </div>
        {text('address', '详细地址', '到门牌号')}
        {text('website', '网站', '以 http:// 或 https:// 开头', problem)}
      </div>
    </SettingsSection>
  )
}

function Versions({ profile: { history } }: { profile: Profile }) {
  return (
    <Panel title="认证记录">
      {history.length === 0 ? <p className={layout.lead}>还没有审核过的认证。</p> : null}
      <Timeline
        steps={history.map(one => ({
          key: one.attestationId,
          tone: attestationStateTags[one.state].tone,
          title: `${attestationStateTags[one.state].name}${one.version ? `（第${one.version}版）` : ''}`,
          at: one.endedAt ?? one.decidedAt,
          children: `${attestationSubjects[one.subject].name}，${one.name}，${one.numberMasked}${one.reason ? `。${one.reason}` : ''}`,
        }))}
      />
    </Panel>
  )
}
