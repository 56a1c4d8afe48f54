import { Form, Select } from 'antd'
import { useState } from 'react'
import { linkAnswers } from '#admin/domains/domain.ts'
import { RuleEffect } from '#admin/domains/RuleEffect.tsx'
import { shortOf } from '#admin/links/link.ts'
import { ActForm } from '#admin/ui/ActForm.tsx'
import style from '#admin/ui/Tables.module.css'
import { linkReportCalls, type ReportOutcome } from '#contract/links/admin-link-report.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import type { ReportedLink } from './report.ts'

const words: Record<ReportOutcome, { title: string; ok: string; consequence: string; hint: string }> = {
  link_blocked: {
    title: '封禁短链接',
    ok: '封禁',
    consequence: '这个短链接一秒内打不开，它的全部待处理举报记为已处理。',
    hint: '客户可以看到，也记入操作记录。',
  },
  domain_blocked: {
    title: '封禁目标域名',
    ok: '封禁域名',
    consequence: '指向这个域名的全部短链接立即停用，这个短链接的待处理举报记为已处理。',
    hint: '记入名单的备注和操作记录，客户看不到。',
  },
  dismissed: {
    title: '不予处理',
    ok: '不予处理',
    consequence: '这个短链接的待处理举报记为已处理，短链接不变；以后再被举报会重新出现。',
    hint: '记入操作记录，举报人看不到。',
  },
}

/** The host and its parent domains, down to two labels. */
const domainsOf = (host: string) => {
  const labels = host.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}

/** Closes the reports of a link with a decision. */
export function HandleDialog({ outcome, row, onClose }: { outcome: ReportOutcome; row: ReportedLink; onClose: () => void }) {
  const [domain, setDomain] = useState(row.host)
  const { accountId, linkId } = row
  const handle = useDialogAct(linkReportCalls.handle, {
    invalidates: linkAnswers,
    done: ({ reportCount, linkCount }) => `已处理 ${reportCount} 条举报${linkCount > 0 ? `，封禁 ${linkCount} 条短链接` : ''}`,
    onClose,
  })
  const isDomain = outcome === 'domain_blocked'
  const { title, ok, consequence, hint } = words[outcome]
  return (
    <ActForm<{ reason: string }>
      title={`${title}：${shortOf(row.shortUrl)}`}
      okText={ok}
      isDanger={outcome !== 'dismissed'}
      consequence={consequence}
      reasonHint={hint}
      act={handle}
      onSubmit={({ reason }) => handle.mutate({ accountId, linkId, outcome, reason, ...(isDomain ? { domain } : {}) })}
      onClose={onClose}
    >
      {isDomain ? (
        <>
          <Form.Item label="域名" htmlFor="reported-domain">
            <Select
              id="reported-domain"
              value={domain}
              onChange={setDomain}
              options={domainsOf(row.host).map(value => ({ value, label: value }))}
            />
          </Form.Item>
          <div className={style.consequence}>
            <RuleEffect domains={[domain]} kind="blocked" />
          </div>
        </>
      ) : null}
    </ActForm>
  )
}
