import { Alert, App, Button, Popconfirm } from 'antd'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { routes } from '#console/routes.tsx'
import { PageLink } from '#console/shared/PageLink.tsx'
import { attestationCalls } from '#contract/account/attestation.ts'
import { attestationSubjects } from '#contract/account/attestation-form.ts'
import { useAct, useCall } from '#ui/call.ts'
import { Panel } from '#ui/display/Panel.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { SettingsPage } from '#ui/form/SettingsPage.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { FocusKeeper, useSaid } from '#ui/frame/FocusKeeper.tsx'
import { PageFailure } from '#ui/frame/PageFailure.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { forget } from '#ui/remembered.ts'
import layout from '#ui/theme/layout.module.css'
import { useUrlState } from '#ui/url-state.ts'
import { formatChinaTime } from '#values/china-time.ts'
import { pathTo } from '../../../paths.ts'
import { useMay, useMe } from '../../../session.ts'
import style from './Attestation.module.css'
import { attestationFacts, type Overview, typedName } from './attestation.ts'
import { CapabilityTable } from './CapabilityTable.tsx'

const AttestationForm = lazyPart('AttestationForm', () => import('./AttestationForm.tsx'))
const SubmissionFacts = lazyPart('SubmissionFacts', () => import('./SubmissionFacts.tsx'))

/** 实名认证: state, form, and what each kind of attestation permits. */
export function Page() {
  return (
    <FocusKeeper label="实名认证">
      <Shown />
    </FocusKeeper>
  )
}

function Shown() {
  const query = useCall(attestationCalls.overview, {})
  const [{ edit }, setUrl] = useUrlState({ edit: '' })
  const mayWrite = useMay('account.write')
  const me = useMe().data
  useSaid(query.data ? `当前状态：${attestationFacts(query.data).name}` : '')
  if (query.error && !query.data) return <PageFailure page="实名认证" query={query} title="认证状态没能加载" />
  const overview = query.data
  if (!overview || !me) return <PageSkeleton />
  const { open, current, rejected, attestationStatus } = overview
  const isWaiting = open?.state === 'reviewing'
  const isForm = mayWrite && !isWaiting && (edit !== '' || (attestationStatus === 'none' && current === null) || rejected !== null)
  return (
    <SettingsPage title="实名认证" note={routes['/system/uaccount/attestation'].note}>
      <AttestationStatus overview={overview} isForm={isForm} onEdit={() => setUrl({ edit: 'yes' })} onCancel={() => setUrl({ edit: '' })} />
      <Suspense fallback={<PageSkeleton />}>
        {isForm ? (
          <AttestationForm
            key={open?.attestationId ?? rejected?.attestationId ?? 'new'}
            overview={overview}
            me={me}
            onDone={() => setUrl({ edit: '' })}
          />
        ) : null}
        {isWaiting && open ? <Waiting open={open} mayWrite={mayWrite} /> : null}
        <Panel title="认证后可以做什么">
          <CapabilityTable attestationStatus={attestationStatus} />
        </Panel>
      </Suspense>
    </SettingsPage>
  )
}

const waitingText = (
  <>
    资料正在审核，结果会通过消息中心通知。现在就可以
    <PageLink to="/sms/signature" query={{ form: 'new' }}>
      申请签名
    </PageLink>
    、
    <PageLink to="/sms/template" query={{ form: 'new' }}>
      申请模板
    </PageLink>
    和<PageLink to="/system/finance/recharge">充值</PageLink>。
  </>
)

interface AttestationStatusProps {
  overview: Overview
  isForm: boolean
  onEdit: () => void
  onCancel: () => void
}

function AttestationStatus({ overview, isForm, onEdit, onCancel }: AttestationStatusProps) {
  const { attestationStatus, attestedName, attestedAt, attestedUntil, current, open, changeProblem, isRenewalDue, rejected } = overview
  const mayWrite = useMay('account.write')
  const { name, tone } = attestationFacts(overview)
  const act = attestationStatus === 'person' ? '升级为企业认证' : isRenewalDue ? '更新证照' : '变更认证'
  const kind = current ? attestationSubjects[current.form.subject].name : ''
  const begun = open?.state === 'draft' ? '继续填写' : act
  return (
    <Panel title="当前状态" action={<StateTag tone={tone}>{name}</StateTag>}>
      <div className={style.head}>
        <div>
          <strong>{attestedName ?? (open?.state === 'reviewing' ? open.form.name : '还没有认证')}</strong>
          <p>
            {attestedAt
              ? [
                  kind,
                  `${formatChinaTime(Date.parse(attestedAt)).slice(0, 10)} 通过`,
                  attestedUntil ? `有效期至 ${attestedUntil}` : '长期有效',
                ]
                  .filter(Boolean)
                  .join('，')
              : open?.state === 'reviewing'
                ? waitingText
                : '选择类型，填写资料并上传证件，提交后等待审核。'}
          </p>
        </div>
        {attestedName && mayWrite && open?.state !== 'reviewing' ? (
          <span className={layout.row}>
            <Link to={pathTo('/system/uaccount/attestation/AccountProfile')}>账户资料</Link>
            {isForm ? (
              <CancelChange hasDraft={open?.state === 'draft'} onDone={onCancel} />
            ) : (
              <Button type="primary" disabled={changeProblem !== null} title={changeProblem ?? undefined} onClick={onEdit}>
                {begun}
              </Button>
            )}
          </span>
        ) : null}
      </div>
      <Notes overview={overview} isForm={isForm} />
      {rejected && open?.state !== 'reviewing' ? (
        <Alert
          className={layout.above12 ?? ''}
          type="error"
          showIcon
          title="上次提交没有通过审核"
          description={rejected.reason || '请按各项下方的说明修改后重新提交。'}
        />
      ) : null}
    </Panel>
  )
}

function Notes({
  overview: { attestationStatus, isRenewalDue, attestedUntil, changeProblem, current },
  isForm,
}: {
  overview: Overview
  isForm: boolean
}) {
  if (attestationStatus === 'lapsed')
    return (
      <Alert
        type="error"
        showIcon
        title={`证照已于 ${attestedUntil} 到期：暂停推广短信和新建短链接，验证码和通知照常发送。请尽快更新证照。`}
      />
    )
  if (isRenewalDue) return <Alert type="warning" showIcon title={`证照将于 ${attestedUntil} 到期，请在到期前更新，以免影响使用。`} />
  if (isForm && current) return <Alert type="info" showIcon title="新资料审核期间，原认证继续有效，不影响发送。" />
  return changeProblem && attestationStatus !== 'none' ? <p className={layout.lead}>{changeProblem}</p> : null
}

/** Cancels the change; its saved draft is deleted. */
function CancelChange({ hasDraft, onDone }: { hasDraft: boolean; onDone: () => void }) {
  const leave = () => {
    forget(typedName, sessionStorage)
    onDone()
  }
  const discard = useAct(attestationCalls.discard, { invalidates: [attestationCalls.overview], onDone: leave })
  if (!hasDraft) return <Button onClick={leave}>取消变更</Button>
  return (
    <Popconfirm title="放弃已保存的草稿？" okText="放弃草稿" cancelText="返回" onConfirm={() => discard.mutate({})}>
      <Button danger loading={discard.isPending}>
        放弃草稿
      </Button>
    </Popconfirm>
  )
}

function Waiting({ open, mayWrite }: { open: NonNullable<Overview['open']>; mayWrite: boolean }) {
  const { message } = App.useApp()
  const withdraw = useAct(attestationCalls.withdraw, {
    invalidates: [attestationCalls.overview],
    onDone: () => void message.success('已撤回，资料保存为草稿'),
  })
  return (
    <Panel
      title={`审核中的资料（${attestationSubjects[open.form.subject].name}）`}
      note={open.submittedAt ? `提交于 ${formatChinaTime(Date.parse(open.submittedAt))}` : undefined}
      action={
        mayWrite ? (
          <Popconfirm title="撤回后可以修改，重新提交须重新排队。" okText="撤回" cancelText="返回" onConfirm={() => withdraw.mutate({})}>
            <Button loading={withdraw.isPending}>撤回修改</Button>
          </Popconfirm>
        ) : null
      }
    >
      <SubmissionFacts submission={open} />
      <FormRefusal error={withdraw.error} />
    </Panel>
  )
}
