/** command_status values by their name in SMPP 3.4 §5.1.3, without the prefix ESME_R. */
export const statuses = {
  ok: 0x00,
  invalidMessageLength: 0x01,
  invalidCommandLength: 0x02,
  invalidCommandId: 0x03,
  invalidBindState: 0x04,
  alreadyBound: 0x05,
  systemError: 0x08,
  invalidSourceAddress: 0x0a,
  invalidDestinationAddress: 0x0b,
  invalidMessageId: 0x0c,
  bindFailed: 0x0d,
  invalidPassword: 0x0e,
  invalidSystemId: 0x0f,
  cancelFailed: 0x11,
  replaceFailed: 0x13,
  queueFull: 0x14,
  invalidEsmClass: 0x43,
  submitFailed: 0x45,
  throttled: 0x58,
  invalidScheduleTime: 0x61,
  invalidValidity: 0x62,
  invalidDefaultMessage: 0x63,
  temporaryApplicationError: 0x64,
  permanentApplicationError: 0x65,
  rejectedByApplication: 0x66,
  queryFailed: 0x67,
  invalidOptionalPart: 0xc0,
  invalidParameterLength: 0xc2,
  invalidParameterValue: 0xc4,
  deliveryFailure: 0xfe,
  unknownError: 0xff,
  /** From SMPP 5.0: 3.4 has no status for it. */
  invalidDataCoding: 0x104,
} as const

const names = new Map<number, string>(Object.entries(statuses).map(([name, status]) => [status, name]))
const retryable = new Set<number>([statuses.queueFull, statuses.throttled, statuses.systemError, statuses.temporaryApplicationError])

/** Name of a command_status for logs, such as `throttled`; `0x00000405` when the standard has none. */
export function statusName(status: number): string {
  return names.get(status) ?? `0x${status.toString(16).padStart(8, '0')}`
}

/**
 * Whether the same PDU may succeed later: queue full, throttled, system error, temporary application error. Every other
 * refusal is final.
 */
export function isRetryableStatus(status: number): boolean {
  return retryable.has(status)
}
