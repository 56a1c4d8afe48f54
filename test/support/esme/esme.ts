/** A customer's program that sends by SMPP (ESME): a real third-party one, or ours in its place. */
export interface Esme {
  /** Gives it a text to send; how it is submitted is up to the program. */
  send: (phone: string, text: string) => Promise<void>
  /** Final states of messages by number, as the program reads our receipts and refusals. */
  ends: { phone: string; end: 'delivered' | 'failed' | 'refused' }[]
  /** Inbound messages (MO). */
  inbound: { from: string; to: string; text: string }[]
  stop: () => Promise<void>
}

export interface EsmeLogin {
  port: number
  systemId: string
  password: string
}
