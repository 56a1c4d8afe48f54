import { statusName } from '#protocol/smpp/status.ts'

/** A request whose answer is its command_status alone. */
export class StatusRefusal extends Error {
  readonly status: number

  constructor(status: number) {
    super(statusName(status))
    this.name = 'StatusRefusal'
    this.status = status
  }
}

/** `0x00000402`, as programs log it; followed by the name where SMPP has one. */
export function statusText(status: number): string {
  const hex = `0x${status.toString(16).padStart(8, '0')}`
  const name = statusName(status)
  return name === hex ? hex : `${hex} ${name}`
}
