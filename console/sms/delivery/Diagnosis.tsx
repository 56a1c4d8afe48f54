import { Button, Input } from 'antd'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { blacklistScopes, blacklistSources } from '#contract/blacklist/blacklist.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { messageKindNames } from '#contract/messages/delivery.ts'
import { diagnosisCalls } from '#contract/messages/diagnosis.ts'
import { useCall } from '#ui/call.ts'
import { Count, thousands } from '#ui/display/Count.tsx'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { State, StateTag } from '#ui/display/StateTag.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { Field } from '#ui/form/Field.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { messageStateTags } from '#ui/labels/messages.ts'
import { senderRegistrationStateTags } from '#ui/labels/sender-registration.ts'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import layout from '#ui/theme/layout.module.css'
import { formatChinaTime } from '#values/china-time.ts'
import { keysOf } from '#values/keys.ts'
import { carrierNames, parsePhone } from '#values/phone.ts'
import { pathTo } from '../../paths.ts'
import style from './Delivery.module.css'

type Found = CallAnswerWire<typeof diagnosisCalls.diagnose>

interface DiagnosisProps {
  /** A number, a message to it, or neither yet. */
  of: string
  onChange: (of: string) => void
  onClose: () => void
}

/** 单号诊断: everything that decides whether a number gets messages. */
export function Diagnosis({ of, onChange, onClose }: DiagnosisProps) {
  const isMessage = of.startsWith('msg_')
  const known = parsePhone(of)
  const phone = 'phone' in known ? known.phone : null
  const isAsked = isMessage || phone !== null
  const query = useCall(diagnosisCalls.diagnose, isMessage ? { messageId: of } : { phone: phone ?? undefined }, { enabled: isAsked })
  const { data } = query
  return (
    <DetailDrawer onClose={onClose} title="单号诊断">
      {isMessage ? null : <PhoneForm first={phone ?? ''} onPhone={onChange} />}
      {data ? (
        <Report found={data} />
      ) : query.error ? (
        <ErrorPanel title="没能诊断" error={query.error} onRetry={() => void query.refetch()} />
      ) : isAsked ? (
        <PageSkeleton />
      ) : (
        <p className={layout.faint}>输入一个手机号，查看它的运营商、黑名单、退订、发送频率和签名报备，找出短信没有送达的原因。</p>
      )}
    </DetailDrawer>
  )
}

function PhoneForm({ first, onPhone }: { first: string; onPhone: (phone: string) => void }) {
  const [text, setText] = useState(first)
  const [isTried, setTried] = useState(false)
  const parsed = parsePhone(text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if ('phone' in parsed) onPhone(parsed.phone)
  }
  return (
    <form className={`${layout.beside} ${layout.top} ${style.ask}`} onSubmit={submit}>
      <Field label="手机号" error={isTried && !('phone' in parsed) ? '请输入11位手机号' : null}>
        {control => (
          <Input {...control} autoFocus={first === ''} inputMode="tel" value={text} onChange={event => setText(event.target.value)} />
        )}
      </Field>
      <Button htmlType="submit">诊断</Button>
    </form>
  )
}

function Report({ found }: { found: Found }) {
  const { recent } = found
  return (
    <>
      <Verdicts found={found} />
      <Facts
        facts={[
          ['手机号', found.phone],
          ['运营商', found.carrier ? [carrierNames[found.carrier], found.province].filter(Boolean).join(' · ') : '号段未启用或不支持短信'],
          [
            '近30天',
            recent.messageCount === 0
              ? '没有发送'
              : `${thousands(recent.messageCount)} 条：成功 ${thousands(recent.deliveredCount)}，失败 ${thousands(recent.failedCount)}，未知 ${thousands(recent.unknownCount)}，拦截 ${thousands(recent.refusedCount)}`,
          ],
          ['同意接收推广', found.hasConsent === null ? '不在通讯录中，没有记录' : found.hasConsent ? '已登记' : '没有登记'],
          ['测试号码', found.isTestNumber ? '是，不受发送频率限制' : null],
        ]}
      />
      <Messages found={found} />
      <LeftOut found={found} />
      <Blacklist found={found} />
      <Frequency found={found} />
      <SenderRegistrations found={found} />
    </>
  )
}

type Kind = keyof typeof messageKindNames
const kinds = keysOf(messageKindNames)

/** Why a kind is blocked for the number, or null; blocks by single signatures are shown below. */
function obstacle(found: Found, kind: Kind): string | null {
  if (found.isPlatformBlocked) return '平台已停止向该号码发送'
  if (!found.carrier) return '号段未启用'
  const blocks = (entry: Found['entries'][number]) =>
    entry.level === 'account' && (kind === 'marketing' || (kind === 'transactional' && entry.scope === 'all'))
  return found.entries.some(blocks) ? '在您的黑名单中' : null
}

/** Restrictions of a kind that don't block it permanently: frequency, quiet hours, consent. */
function reservations(found: Found, kind: Kind): string[] {
  const full = found.isTestNumber
    ? []
    : found.frequency.filter(one => one.kind === kind && one.windows.some(({ sentCount, most }) => sentCount >= most))
  const isClosed = kind === 'marketing' && Date.parse(found.marketingFrom) > Date.now()
  return [
    ...full.map(({ name }) => `“${name}”已达发送频率上限`),
    ...(isClosed ? [`现在不在可发送的时段，${formatChinaTime(new Date(found.marketingFrom)).slice(5, 16)} 起发出`] : []),
    ...(kind === 'marketing' && !found.hasConsent ? ['没有同意接收推广的记录'] : []),
  ]
}

const Verdicts = ({ found }: { found: Found }) => (
  <ul className={style.verdicts}>
    {kinds.map(kind => {
      const problem = obstacle(found, kind)
      const limits = problem ? [] : reservations(found, kind)
      return (
        <li key={kind}>
          <b>{messageKindNames[kind]}</b>
          {limits.length > 0 ? (
            limits.map(text => (
              <StateTag key={text} tone="waiting">
                {text}
              </StateTag>
            ))
          ) : (
            <StateTag tone={problem ? 'bad' : 'good'}>{problem ?? '可以发送'}</StateTag>
          )}
        </li>
      )
    })}
  </ul>
)

/** The newest messages to the number; each opens its timeline. */
function Messages({ found: { messages } }: { found: Found }) {
  if (messages.length === 0) return null
  const lines = messages.map(({ messageId, kind, signatureText, state, acceptedAt, meaning }) => ({
    key: messageId,
    name: (
      <Link to={pathTo('/sms/delivery', { id: messageId })}>
        <Moment at={acceptedAt} /> {messageKindNames[kind]}【{signatureText}】
      </Link>
    ),
    value: (
      <>
        {meaning}
        <State tag={messageStateTags[state]} />
      </>
    ),
  }))
  return (
    <Section title="最近的短信">
      <Lines lines={lines} />
    </Section>
  )
}

/** Broadcasts whose list had the number, which was not sent to. */
function LeftOut({ found: { leftOut } }: { found: Found }) {
  if (leftOut.length === 0) return null
  return (
    <Section title="群发中没有发送">
      <Lines
        lines={leftOut.map(({ broadcastId, name, sentAt, reason }) => ({
          key: broadcastId,
          name: (
            <Link to={pathTo('/sms/broadcast-history', { id: broadcastId })}>
              <Moment at={sentAt} /> {name}
            </Link>
          ),
          value: reason,
        }))}
      />
    </Section>
  )
}

const Lines = ({ lines }: { lines: { key: string; name: ReactNode; value: ReactNode }[] }) => (
  <ul className={`${layout.list} ${style.lines}`}>
    {lines.map(({ key, name, value }) => (
      <li key={key}>
        <span>{name}</span>
        <span>{value}</span>
      </li>
    ))}
  </ul>
)

function Blacklist({ found }: { found: Found }) {
  const lines = found.entries.map(entry => ({
    key: entry.blacklistId,
    name: (
      <>
        {entry.level === 'account' ? '全部签名' : `【${entry.signatureText ?? '已删除的签名'}】`}，{blacklistScopes[entry.scope]}
        {entry.words ? `：“${entry.words}”` : ''}
      </>
    ),
    value: (
      <>
        {blacklistSources[entry.source]} <Moment at={entry.createdAt} />
      </>
    ),
  }))
  return (
    <Section title="黑名单与退订" action={<Link to={pathTo('/sms/blacklist', {})}>查看黑名单</Link>}>
      {found.isPlatformBlocked ? <p>平台已停止向该号码发送任何短信，包括验证码。如有疑问，请联系客服。</p> : null}
      {lines.length > 0 ? <Lines lines={lines} /> : <p className={layout.faint}>不在您的黑名单中。</p>}
      {found.lastRefusal ? (
        <p className={layout.faint}>
          最近一次回复退订：“{found.lastRefusal.text}”，
          <Moment at={found.lastRefusal.receivedAt} />
        </p>
      ) : null}
    </Section>
  )
}

const windowText = (minutes: number) => (minutes < 60 ? `${minutes}分钟` : minutes < 1440 ? `${minutes / 60}小时` : '24小时')

function Frequency({ found }: { found: Found }) {
  const lines = found.frequency.map(({ kind, name, windows }) => ({
    key: `${kind} ${name}`,
    name: `${messageKindNames[kind]} ${name}`,
    value: windows.map(({ windowMinutes, sentCount, most }) => (
      <StateTag key={windowMinutes} tone={sentCount >= most && !found.isTestNumber ? 'bad' : 'ended'}>
        {windowText(windowMinutes)} {sentCount}/{most}
      </StateTag>
    )),
  }))
  return (
    <Section title="24小时内的发送频率">
      {lines.length > 0 ? <Lines lines={lines} /> : <p className={layout.faint}>24小时内没有发送过，不受频率限制。</p>}
    </Section>
  )
}

function SenderRegistrations({ found }: { found: Found }) {
  if (!found.carrier) return null
  const lines = found.senderRegistrations.map(({ signatureText, state }) => ({
    key: signatureText,
    name: `【${signatureText}】`,
    value: <State tag={senderRegistrationStateTags[state]} />,
  }))
  const filedCount = found.senderRegistrations.filter(one => one.state === 'filed').length
  return (
    <Section title={`签名在${carrierNames[found.carrier]}的报备`}>
      {lines.length > 0 ? <Lines lines={lines} /> : <p className={layout.faint}>还没有审核通过的签名。</p>}
      {filedCount < lines.length ? (
        <p className={layout.faint}>
          未报备成功的签名会被运营商拦截：
          <Count count={lines.length - filedCount} /> 个。
        </p>
      ) : null}
    </Section>
  )
}
