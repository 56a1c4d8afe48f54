import type { LoginError } from '#protocol/wire/log-in.ts'
import { type CarrierReport, type Delivery, type Inbound, LoginRefusal } from './upstream-link.ts'

/** Gateways lock an account for minutes after failed logins. */
const refusedWaitMs = 60_000

/**
 * Why a gateway refuses a login, as staff read it. A status without a reason is one of connections: a gateway holds the
 * links of a program that died for a while, and nothing is wrong with the settings.
 */
export function loginRefusal({ status }: LoginError, reasons: Readonly<Record<number, string>>): LoginRefusal {
  if (status === null) return new LoginRefusal('登录没有得到应答', 0)
  const reason = reasons[status]
  return reason === undefined
    ? new LoginRefusal(`登录被拒（状态${status}）：连接数超限或账号已停用`, 0)
    : new LoginRefusal(`${reason}（状态${status}）`, refusedWaitMs)
}

/** 3.0 of the byte 0x30. */
export const versionText = (byte: number): string => `${byte >> 4}.${byte & 0x0f}`

interface Received {
  isReport: boolean
  /** Null: unreadable, or no report. */
  report: CarrierReport | null
  inbound: () => Inbound
  answer: (status: number) => void
}

/** A delivery of a gateway, which delivers again what is not answered. `statuses`: the protocol's numbers. */
export function gatewayDelivery(
  { isReport, report, inbound, answer }: Received,
  statuses: { ok: number; structure: number; never: number },
): Delivery {
  const stored = isReport && report === null ? statuses.structure : statuses.ok
  return {
    report,
    inbound: isReport ? null : inbound(),
    answer: outcome => {
      if (outcome !== 'later') answer(outcome === 'stored' ? stored : statuses.never)
    },
  }
}
