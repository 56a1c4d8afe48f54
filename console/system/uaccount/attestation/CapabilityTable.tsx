import { type AttestationStatus, attestationStatuses, capabilities, capabilityNames, mayDo, quotas } from '#contract/account/capability.ts'
import { thousands } from '#ui/display/Count.tsx'
import layout from '#ui/theme/layout.module.css'
import style from './Attestation.module.css'

const columns = ['none', 'person', 'company'] as const satisfies readonly AttestationStatus[]

/** What each kind of attestation permits: the server's own table. */
export function CapabilityTable({ attestationStatus }: { attestationStatus: AttestationStatus }) {
  const own = (column: AttestationStatus) => (column === attestationStatus ? { 'data-own': true } : {})
  const daily = (column: AttestationStatus) => {
    const limit = quotas.dailySegments[column]
    return limit === null ? '不限' : limit === 0 ? '—' : `${thousands(limit)}条`
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keys from here
    <section className={style.table} tabIndex={0} aria-label="各类认证可以做什么">
      <table>
        <thead>
          <tr>
            <th scope="col">功能</th>
            {columns.map(column => (
              <th key={column} scope="col" {...own(column)}>
                {attestationStatuses[column].name}
                {column === attestationStatus ? '（当前）' : ''}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {capabilityNames.map(capability => (
            <tr key={capability}>
              <th scope="row">{capabilities[capability].name}</th>
              {columns.map(column => (
                <td key={column} {...own(column)}>
                  {mayDo(column, capability) ? <span className={layout.good}>✓ 可以</span> : <span className={layout.soft}>— 不可以</span>}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">每天发送条数</th>
            {columns.map(column => (
              <td key={column} {...own(column)}>
                {daily(column)}
              </td>
            ))}
          </tr>
          <tr>
            <th scope="row">联系人</th>
            {columns.map(column => (
              <td key={column} {...own(column)}>
                {quotas.contacts[column]}个
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  )
}
