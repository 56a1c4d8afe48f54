import { Link } from 'react-router'
import { pathTo } from '#admin/paths.ts'
import { type AttestationForm, askedItems, documentUses, itemName } from '#contract/account/attestation-form.ts'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { Timeline } from '#ui/display/Timeline.tsx'
import { attestationStateTags } from '#ui/labels/account.ts'
import layout from '#ui/theme/layout.module.css'
import { isKeyOf } from '#values/keys.ts'
import style from './Attestations.module.css'
import { type Attestation, sameWords } from './attestation.ts'
import { Papers } from './Papers.tsx'

/** Typed fields on the left, documents on the right; below, others with the same identity and the history. */
export function Comparison({ detail }: { detail: Attestation }) {
  return (
    <div className={style.beside}>
      <div>
        <Facts
          facts={[
            fact('客户', <Link to={pathTo('/customers', { id: detail.accountId })}>{detail.accountName}</Link>),
            fact('提交时间', <Moment at={detail.submittedAt} />),
          ]}
        />
        <Section title={detail.before ? `填写的资料（与第${detail.before.version ?? 1}版相比）` : '填写的资料'}>
          <FormTable detail={detail} />
        </Section>
        <SimilarAccounts detail={detail} />
        <Section title="认证记录">
          <Timeline
            steps={detail.history.map(one => ({
              key: one.attestationId,
              tone: attestationStateTags[one.state].tone,
              title: `${attestationStateTags[one.state].name}${one.by ? `（${one.by}）` : ''}`,
              at: one.at,
              children: one.reason,
            }))}
          />
        </Section>
      </div>
      <Section title="上传的材料">
        <Papers detail={detail} />
      </Section>
    </div>
  )
}

function FormTable({ detail: { form, before, findings, reasons } }: { detail: Attestation }) {
  const old = before?.form
  const items = askedItems(form).filter(item => !isKeyOf(documentUses, item))
  const text = (of: AttestationForm, item: (typeof items)[number]) => (item === 'validUntil' && of.isLongTerm ? '长期' : of[item])
  return (
    <table className={`${layout.table} ${style.form}`}>
      <tbody>
        {items.map(item => {
          const was = old && text(old, item) !== text(form, item) ? text(old, item) : null
          return (
            <tr key={item}>
              <th scope="row">{itemName(item, form)}</th>
              <td>
                {was ? <del>{was}</del> : null}
                <b>{text(form, item) || '—'}</b>
                {findings
                  .filter(finding => finding.item === item)
                  .map(finding => (
                    <span key={finding.text} className={style.finding} data-level={finding.level}>
                      {finding.level === 'pass' ? '✓ ' : finding.level === 'note' ? '! ' : '✗ '}
                      {finding.text}
                    </span>
                  ))}
                {reasons?.[item] ? (
                  <span className={style.finding} data-level="refuse">
                    驳回：{reasons[item]}
                  </span>
                ) : null}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function SimilarAccounts({ detail: { likes, accountLimit } }: { detail: Attestation }) {
  const ofSubject = likes.filter(one => one.same.includes('subject')).length
  return (
    <Section title="重复主体">
      <p>
        同一主体已有 {ofSubject} 个其他账户认证或审核中（上限 {accountLimit} 个）
        {likes.length === 0 ? '，没有发现相同的经办人、手机号或图片。' : '。'}
      </p>
      <ul className={`${layout.list} ${style.likes}`}>
        {likes.map(one => (
          <li key={one.accountId}>
            <Link to={pathTo('/customers', { id: one.accountId })}>
              {one.accountName}
              {one.attestedName ? `（${one.attestedName}）` : ''}
            </Link>
            <StateTag tone={one.same.includes('picture') ? 'bad' : 'waiting'}>{one.same.map(same => sameWords[same]).join('、')}</StateTag>
          </li>
        ))}
      </ul>
    </Section>
  )
}
