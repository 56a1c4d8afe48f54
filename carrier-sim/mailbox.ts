/** A mail as the virtual mailbox shows it. */
export interface KeptMail {
  id: string
  to: string[]
  from: string
  subject: string
  text: string
  at: string
  attachments: { name: string; mediaType: string; bytes: Uint8Array }[]
}

const mailsKept = 1000

/** The last 1,000 mails, newest first. */
export class Mailbox {
  #mails: KeptMail[] = []
  #count = 0

  add(mail: Omit<KeptMail, 'id'>): void {
    this.#count += 1
    this.#mails = [{ id: String(this.#count), ...mail }, ...this.#mails].slice(0, mailsKept)
  }

  /** Mails of one address, or of all with an empty text. */
  list(address: string): KeptMail[] {
    const wanted = address.trim().toLowerCase()
    return this.#mails.filter(mail => wanted === '' || mail.to.some(to => to.toLowerCase() === wanted))
  }

  attachment(id: string, index: number): KeptMail['attachments'][number] | undefined {
    return this.#mails.find(mail => mail.id === id)?.attachments[index]
  }
}
