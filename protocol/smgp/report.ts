import { formatCarrierTime, parseCarrierTime } from '../text/carrier-time.ts'

/** The content of a delivery that is a report. */
export interface SmgpReport {
  /** The id of the submit's answer, as hex digits. */
  messageId: string
  /** A word such as DELIVRD, or a code in its place. */
  state: string
  /** 000: none. */
  errorCode: string
  submittedAt: Date | null
  doneAt: Date | null
}

const idBytes = 10
const bareBytes = 66

/**
 * Reads a report: labels whose id is ten raw bytes, or twenty hex digits as some gateways write it, or 66 bare bytes.
 * Null when there is no id or no state.
 */
export function readReport(content: Buffer): SmgpReport | null {
  if (content.toString('latin1', 0, 3).toLowerCase() !== 'id:') return content.length === bareBytes ? readBare(content) : null
  const rawEnd = 3 + idBytes
  // The id may hold any byte: only what stands behind it tells its form.
  const isRaw = content.toString('latin1', rawEnd, rawEnd + 5).toLowerCase() === ' sub:'
  const idEnd = isRaw ? rawEnd : 3 + 2 * idBytes
  if (content.length < idEnd) return null
  const messageId = isRaw ? content.toString('hex', 3, idEnd) : content.toString('latin1', 3, idEnd).toLowerCase()
  const text = content.toString('latin1', idEnd)
  const textOf = (label: RegExp) => label.exec(text)?.[1]?.replaceAll('\0', '') ?? ''
  const state = textOf(/\bstat:(\S*)/i)
  if (!state) return null
  return {
    messageId,
    state,
    errorCode: textOf(/\berr:(\S*)/i),
    submittedAt: parseCarrierTime(textOf(/submit[ _]date:(\d*)/i)),
    doneAt: parseCarrierTime(textOf(/done[ _]date:(\d*)/i)),
  }
}

/** Id 10, sub 3, dlvrd 3, submit date 10, done date 10, stat 7, err 3, text 20. */
function readBare(content: Buffer): SmgpReport {
  const text = (start: number, end: number) => content.toString('latin1', start, end).replaceAll('\0', '').trim()
  return {
    messageId: content.toString('hex', 0, idBytes),
    state: text(36, 43),
    errorCode: text(43, 46),
    submittedAt: parseCarrierTime(text(16, 26)),
    doneAt: parseCarrierTime(text(26, 36)),
  }
}

/** The content of a report as the standard has it, of 122 bytes. */
export function formatReport({ messageId, state, errorCode, submittedAt, doneAt }: SmgpReport): Buffer {
  const time = formatCarrierTime
  const text = ` sub:001 dlvrd:001 submit date:${time(submittedAt)} done date:${time(doneAt)} stat:${state.padEnd(7)} err:${errorCode} text:`
  return Buffer.concat([Buffer.from('id:'), Buffer.from(messageId, 'hex'), Buffer.from(text, 'latin1'), Buffer.alloc(20)])
}
