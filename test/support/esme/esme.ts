/** A program of a customer that sends by SMPP: a real one of others, or ours in its place. */
export interface Esme {
  /** Hands over a text; how it reaches the server is the program's own affair. */
  send: (phone: string, text: string) => Promise<void>
  /** What became of the messages, by the number: what the program makes of our receipts and refusals. */
  ends: { phone: string; end: 'delivered' | 'failed' | 'refused' }[]
  /** Messages from phones. */
  inbound: { from: string; to: string; text: string }[]
  stop: () => Promise<void>
}

export interface EsmeLogin {
  port: number
  systemId: string
  password: string
}
