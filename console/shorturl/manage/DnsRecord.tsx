import { CopyButton } from '#ui/CopyButton.tsx'
import style from './Manage.module.css'

/** The DNS record to set at the domain's provider. */
export function DnsRecord({ host, type, value }: { host: string; type: 'CNAME' | 'TXT'; value: string }) {
  return (
    <dl className={style.record}>
      <div>
        <dt>主机</dt>
        <dd>
          <code>{host}</code>
          <CopyButton text={host} />
        </dd>
      </div>
      <div>
        <dt>类型</dt>
        <dd>
          <code>{type}</code>
        </dd>
      </div>
      <div>
        <dt>值</dt>
        <dd>
          <code>{value}</code>
          <CopyButton text={value} />
        </dd>
      </div>
    </dl>
  )
}
